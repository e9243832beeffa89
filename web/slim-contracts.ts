import type { Plugin } from 'vite'

/** What of a declared endpoint the browser reads (domain/kit/call.ts, platform/call.ts); `body` says only that there is one. */
const read = new Set(['method', 'path', 'roles', 'idempotent'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Property extends Node {
  readonly key?: { readonly name?: string }
  readonly value?: Node
}
interface Call extends Node {
  readonly callee: { readonly name?: string }
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[]
}
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const nodesIn = (node: Node): Node[] => [
  node,
  ...Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
    .flatMap(nodesIn),
]

const isEndpoint = (node: Node): node is Call =>
  node.type === 'CallExpression' && (node as Call).callee.name === 'endpoint'

/** Schemas are dropped where no endpoint names them any more: the bundler must know that making one does nothing else. */
const asPure = ({ start, end }: Node, code: string): Edit => ({
  start,
  end,
  text: `/* @__PURE__ */ (() => (${code.slice(start, end)}))()`,
})

const slimEndpoint = (call: Call, code: string): Edit => {
  const kept = (call.arguments[0]?.properties ?? []).flatMap((property) => {
    const name = property.key?.name ?? ''
    if (name === 'body') return ['body: true']
    // what several endpoints share is small, and who may call is part of it
    return property.type === 'SpreadElement' || read.has(name) ? [code.slice(property.start, property.end)] : []
  })
  return { start: call.start, end: call.end, text: `{ ${kept.join(', ')} }` }
}

const schemasIn = (program: Node): Node[] =>
  (program as Node & { body: readonly (Node & { declaration?: Node })[] }).body
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement,
    )
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((declared) => (declared as Node & { declarations: readonly { init: Node | null }[] }).declarations)
    .flatMap(({ init }) => (init?.type === 'CallExpression' && !isEndpoint(init) ? [init] : []))

/**
 * Contracts (domain/<feature>/<feature>-api.ts) are whole for the server: the browser needs how to call an endpoint, not
 * its schemas, words and rates, which would weigh 6 kB on the first page.
 */
export const slimContracts: Plugin = {
  name: 'slim-contracts',
  apply: 'build',
  transform: {
    filter: { id: /\/domain\/(?:.*-api|kit\/schema)\.ts$/ },
    handler(code) {
      const program = this.parse(code) as Node
      const calls = nodesIn(program)
        .filter(isEndpoint)
        .map((call) => slimEndpoint(call, code))
      const edits = [...calls, ...schemasIn(program).map((node) => asPure(node, code))]
      return { code: applied(edits, code), map: null }
    },
  },
}

const applied = (edits: readonly Edit[], code: string): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code)
