import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { filesBelow, isCode, isPage, isTest, proseOf, readSource } from './prose.mjs'
import { inRoot } from '../root.mjs'
import { print } from '../terminal.mjs'

/**
 * Comments, test titles and pages cite rules: `[booking-12]` is a rule of docs/product/booking.md, `[design/money-3]`
 * of docs/design/money.md, `[invariants-M1]` an invariant. Pages may link the file instead:
 * `[money-3](../design/money.md)`. `npm run citations` prints the rules that no test cites.
 */
const FOLDERS = ['docs/product', 'docs/design']
const CITATION = /\[(design\/)?([a-z]+(?:-[a-z]+)*)-([A-Z]?\d+)\](?:\(([^)\s]+)\))?/g

/** Several rules in one pair of brackets: none of them would be found. */
const LIST = /\[(?:design\/)?[a-z]+(?:-[a-z]+)*-[A-Z]?\d+, [^\]]*\]/g

/** Documents that are not in the repository, and the paragraph sign that cites them. */
const DEAD =
  /§|\bspec [12]\b|\btrust-and-speed\b|\b(?:house|look|peers|stack|walkthrough|examples|recipes|design)\.md\b|\bdesign (?:section|paragraph) \d/g

/** As a citation in code; pages use the word. */
const DEAD_IN_CODE = /\brecipes\b/g

/** These name what they look for. */
const ITSELF = /^tools\/checks\/citations\.(test\.)?mjs$/

/** Ids of rules by their full name: `product/booking-12`, `design/money-3`, `design/invariants-M1`. */
export const rulesOf = (file, text) => {
  const page = posix.basename(file, '.md')
  const folder = file.split('/')[1]
  return [...text.matchAll(/^- \*\*([a-zA-Z]+-)?([A-Z]?\d+)\*\*/gm)].map(([, prefix, id]) => {
    const owner = prefix === undefined ? page : prefix.slice(0, -1)
    return `${folder}/${owner === page ? page : `${owner} in ${page}.md`}-${id}`
  })
}

const pageOf = (file, link) =>
  posix
    .join(posix.dirname(file), link.split('#')[0])
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')

/** The rules that one passage of a file cites, by full name. */
export const citationsIn = (file, text) =>
  [...text.matchAll(CITATION)].flatMap(([, design, page, id, link]) => {
    if (link !== undefined && isPage(file)) return link.includes('.md') ? [`${pageOf(file, link)}-${id}`] : []
    if (design !== undefined || page === 'invariants') return [`design/${page}-${id}`]
    return [`product/${page}-${id}`]
  })

export const deadIn = (text, code = true) =>
  [...text.matchAll(DEAD), ...text.matchAll(LIST), ...(code ? text.matchAll(DEAD_IN_CODE) : [])].map(([found]) => found)

const passagesOf = (file, text) => {
  if (isPage(file)) return text.split('\n').map((line, index) => ({ line: index + 1, text: line }))
  const { comments, titles } = proseOf(file, text)
  return [...comments, ...titles]
}

/** Everything that is defined and cited in the project. */
export const readCitations = () => {
  const rules = []
  const cited = []
  const dead = []
  for (const file of filesBelow().filter((path) => (isCode(path) || isPage(path)) && !ITSELF.test(path))) {
    const text = readSource(file)
    const isRulePage = FOLDERS.includes(posix.dirname(file)) && posix.basename(file) !== 'README.md'
    if (isRulePage) rules.push(...rulesOf(file, text))
    for (const { line, text: passage } of passagesOf(file, text))
      for (const rule of citationsIn(file, passage)) cited.push({ rule, at: `${file}:${line}`, test: isTest(file) })
    text.split('\n').forEach((line, index) => {
      const found = deadIn(line, isCode(file))
      if (found.length > 0) dead.push(`${file}:${index + 1}: ${found.join(' ')}`)
    })
  }
  return { rules, cited, dead }
}

const notBuilt = (rule) => {
  const page = readFileSync(inRoot('docs', `${rule.replace(/-[A-Z]?\d+$/, '')}.md`), 'utf8')
  const id = rule.replace(/^[a-z]+\//, '')
  const [, text = ''] = new RegExp(`^- \\*\\*(?:${id}|${id.split('-').at(-1)})\\*\\*(.*)$`, 'm').exec(page) ?? []
  return /\bnot built yet\b|^\s*dropped\b/i.test(text)
}

/** `1–3, 7` for 1, 2, 3, 7. */
const ranges = (ids) => {
  const runs = []
  for (const id of ids) {
    const [letter, number] = [id.replace(/\d+/, ''), Number(id.replace(/\D/g, ''))]
    const run = runs.at(-1)
    if (run?.letter === letter && run.last === number - 1) run.last = number
    else runs.push({ letter, first: number, last: number })
  }
  return runs
    .map(
      ({ letter, first, last }) =>
        `${letter}${first}${last > first ? `${last > first + 1 ? '–' : ', '}${letter}${last}` : ''}`,
    )
    .join(', ')
}

/**
 * The rules that no test cites, one line per page of rules, without those that are marked "not built yet" or "dropped".
 * Such a rule may be tested all the same: cite it in the test's title or in a comment beside it.
 */
export const uncited = ({ rules, cited }) => {
  const byTests = new Set(cited.filter(({ test }) => test).map(({ rule }) => rule))
  const left = rules.filter((rule) => !byTests.has(rule) && !notBuilt(rule))
  return [...groupByPage(left)].map(([page, ids]) => {
    const all = rules.filter((rule) => rule.startsWith(`${page}-`)).length
    return `docs/${page}.md: ${ids.length} of ${all} (${ranges(ids.map((rule) => rule.split('-').at(-1)))})`
  })
}

const groupByPage = (rules) => {
  const pages = new Map()
  for (const rule of rules) {
    const page = rule.replace(/-[A-Z]?\d+$/, '')
    pages.set(page, [...(pages.get(page) ?? []), rule])
  }
  return pages
}

if (process.argv[1] === import.meta.filename) {
  print(['Rules that no test cites:', ...uncited(readCitations())].join('\n'))
}
