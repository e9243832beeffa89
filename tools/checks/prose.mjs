import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../root.mjs'

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'output', '.cache', '.git'])

/** Paths of all files below a folder of the project, relative to the root, with `/`. */
export const filesBelow = (folder = root) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [relative(root, path).replaceAll('\\', '/')]
  })

export const isCode = (file) => /\.(ts|tsx|mjs|cjs|css)$/.test(file)
export const isPage = (file) => file.endsWith('.md')
export const isTest = (file) => /\.(test|e2e|proof)\.(ts|mjs)$/.test(file) || /^(proof|e2e)\//.test(file)
export const readSource = (file) => readFileSync(join(root, file), 'utf8')

const lineAt = (text, at) => text.slice(0, at).split('\n').length
const stripMarks = (comment) =>
  comment
    .replace(/^\/\/+|^\/\*+|\*+\/$/g, '')
    .replace(/^\s*\*+ ?/gm, '')
    .trim()

const KINDS = { '.tsx': ts.ScriptKind.TSX, '.ts': ts.ScriptKind.TS }
const parse = (file, text) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, KINDS[/\.tsx?$/.exec(file)?.[0]] ?? ts.ScriptKind.JS)

/** The string of `test('…')`, `it.each(rows)('…')`, `describe.skipIf(x)('…')`. */
const titleOf = (node) => {
  if (!ts.isCallExpression(node)) return undefined
  let callee = node.expression
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee) || ts.isTaggedTemplateExpression(callee))
    callee = ts.isTaggedTemplateExpression(callee) ? callee.tag : callee.expression
  if (!ts.isIdentifier(callee) || !/^(test|it|describe)$/.test(callee.text)) return undefined
  const [first] = node.arguments
  return first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) ? first : undefined
}

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** The texts of `new Error('…')`, `log.warn(…, '…')` and `print('…')`, which operators read. */
const saidBy = (node) => {
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text.endsWith('Error'))
    return (node.arguments ?? []).filter(isText)
  if (!ts.isCallExpression(node)) return []
  const callee = node.expression.getText()
  return callee === 'print' || /\blog\.(debug|info|warn|error|fatal)$/.test(callee) ? node.arguments.filter(isText) : []
}

const codeProse = (file, text) => {
  const source = parse(file, text)
  const comments = new Map()
  const titles = []
  const said = []
  const visit = (node) => {
    const title = isTest(file) ? titleOf(node) : undefined
    if (title) titles.push({ line: lineAt(text, title.getStart()), text: title.getText().slice(1, -1) })
    for (const one of saidBy(node)) said.push({ line: lineAt(text, one.getStart()), text: one.getText().slice(1, -1) })
    const children = node.getChildren(source)
    if (children.length === 0 && node.kind !== ts.SyntaxKind.JsxText) {
      const ranges = [
        ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
      ]
      for (const { pos, end } of ranges) comments.set(pos, text.slice(pos, end))
    }
    children.forEach((child) => ts.isJSDoc(child) || visit(child))
  }
  visit(source)
  return {
    comments: [...comments].map(([pos, raw]) => ({ line: lineAt(text, pos), text: stripMarks(raw) })),
    titles,
    said,
  }
}

const cssProse = (text) => ({
  comments: [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map((found) => ({
    line: lineAt(text, found.index),
    text: stripMarks(found[0]),
  })),
  titles: [],
  said: [],
})

/**
 * What is written for readers in a source file: comments, test titles, and what errors and log lines say, without their
 * marks.
 */
export const proseOf = (file, text) => (file.endsWith('.css') ? cssProse(text) : codeProse(file, text))
