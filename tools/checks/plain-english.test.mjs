import { expect, test } from 'vitest'
import { judge, LIMIT } from './plain-english.mjs'
import { proseOf } from './prose.mjs'

const passage = (text) => [{ line: 1, text }]

test('counts stilted phrases per 1,000 words and workspace', () => {
  const { rates } = judge([
    { file: 'server/a.ts', passages: passage(`nobody waits ${'word '.repeat(498)}`) },
    { file: 'server/b.ts', passages: passage('word '.repeat(500)) },
    { file: 'docs/x.md', passages: passage('A request locks the row.') },
  ])
  expect(rates).toEqual([
    { name: 'server', words: 1000, phrases: 1, rate: 1 },
    { name: 'docs', words: 5, phrases: 0, rate: 0 },
  ])
  expect(rates.every(({ rate }) => rate <= LIMIT)).toBe(true)
})

test('fails at a forbidden phrase wherever it is, whole words only', () => {
  const { never } = judge([
    { file: 'web/a.tsx', passages: [{ line: 7, text: 'starts\n anew' }] },
    { file: 'web/b.tsx', passages: passage('shallow, renewed, manewver') },
  ])
  expect(never).toEqual(['web/a.tsx:7: anew'])
})

test('finds a phrase across a line break', () => {
  expect(judge([{ file: 'web/a.ts', passages: passage('it starts by\n itself') }]).rates[0].phrases).toBe(1)
})

test('reads comments and test titles, not code, texts or addresses', () => {
  const source = `/**
 * Adds two.
 */
const shall = 'anew' // a sum
const url = \`http://\${shall}//x\`
const pattern = /\\/\\*whom/
test('adds two', () => {})
it.each([[1, 2]])('adds %i', () => {})
describe.skipIf(true)(\`with \${url}\`, () => {
  /* last */
})
`
  const { comments, titles } = proseOf('server/x.test.ts', source)
  expect(comments).toEqual([
    { line: 1, text: 'Adds two.' },
    { line: 4, text: 'a sum' },
    { line: 10, text: 'last' },
  ])
  expect(titles.map(({ text }) => text)).toEqual(['adds two', 'adds %i', 'with ${url}'])
  expect(proseOf('server/x.ts', source).titles).toEqual([])
})

test('reads comments in JSX and CSS', () => {
  const jsx = 'const a = <p>http://x // no comment {/* one */} {b /* two */}</p>'
  expect(proseOf('web/x.tsx', jsx).comments.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(proseOf('web/x.css', 'a { b: c; }\n/* three */')).toEqual({
    comments: [{ line: 2, text: 'three' }],
    titles: [],
    said: [],
  })
})

test('reads what errors and log lines say, and is stricter with what is shown', () => {
  const source = `throw new Error('nobody is here')
app.log.warn({ id: 'told' }, \`somebody \${id} waits\`)
print('one line')
say('shall')`
  const { said } = proseOf('server/x.ts', source)
  expect(said.map(({ text }) => text)).toEqual(['nobody is here', 'somebody ${id} waits', 'one line'])
  const { never, rates } = judge([{ file: 'server/x.ts', passages: [], shown: said }])
  expect(never).toEqual(['server/x.ts:1: nobody', 'server/x.ts:2: somebody'])
  expect(rates).toEqual([{ name: 'server', words: 0, phrases: 0, rate: 0 }])
})
