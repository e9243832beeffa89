import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../root.mjs'
import { citationsIn, deadIn, readCitations, rulesOf, uncited } from './citations.mjs'

const found = readCitations()

test('a rule is a list item that begins with its id', () => {
  expect(rulesOf('docs/product/fare.md', '# Fare\n\n- **fare-1** A.\n- **fare-12** B, see [booking-3].\n')).toEqual([
    'product/fare-1',
    'product/fare-12',
  ])
  expect(rulesOf('docs/design/invariants.md', '- **invariants-1** A.\n- **M1** B.\n')).toEqual([
    'design/invariants-1',
    'design/invariants-M1',
  ])
})

test('a citation names a page of product rules, of design rules, or an invariant', () => {
  expect(citationsIn('server/x.ts', 'see [fare-1], [design/money-3] and [invariants-M1]; not [0-9] or [a-z]')).toEqual([
    'product/fare-1',
    'design/money-3',
    'design/invariants-M1',
  ])
  expect(citationsIn('docs/product/fare.md', '[booking-3], [live-2](../design/live.md)')).toEqual([
    'product/booking-3',
    'design/live-2',
  ])
  expect(citationsIn('docs/design/web.md', '[tracking-2](tracking.md)')).toEqual(['design/tracking-2'])
})

test('a paragraph of a document outside the repository is found', () => {
  expect(deadIn('spec 1 §5, the rule')).toEqual(['spec 1', '§'])
  expect(deadIn('trust-and-speed T8')).toEqual(['trust-and-speed'])
  expect(deadIn('as the recipes say')).toEqual(['recipes'])
  expect(deadIn('follow the recipes below', false)).toEqual([])
  expect(deadIn('as in docs/design/money.md and the specification')).toEqual([])
})

test('a list of rules in one pair of brackets is found', () => {
  expect(deadIn('as said [money-1, design/money-3]')).toEqual(['[money-1, design/money-3]'])
  expect(deadIn('as said [money-1] [design/money-3]')).toEqual([])
})

test('every rule has one id', () => {
  expect(found.rules.filter((rule, index) => found.rules.indexOf(rule) !== index)).toEqual([])
  expect(found.rules.filter((rule) => rule.includes(' in '))).toEqual([])
})

test('every citation resolves to a rule', () => {
  const rules = new Set(found.rules)
  expect(found.cited.filter(({ rule }) => !rules.has(rule)).map(({ rule, at }) => `${at}: ${rule}`)).toEqual([])
})

test('a rule that decision 001 changes links it, as docs/product/README.md says', () => {
  const decision = '001-where-we-differ-from-the-specification.md'
  const points = readFileSync(inRoot(`docs/decisions/${decision}`), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.split('|')[1]] : []))
  const changed = points.flatMap((point) => [...point.matchAll(/\[([a-z]+-\d+)\]/g)].map(([, rule]) => rule))
  const unlinked = changed.filter((rule) => {
    const page = readFileSync(inRoot(`docs/product/${rule.slice(0, rule.lastIndexOf('-'))}.md`), 'utf8')
    // a rule ends where the next one or another heading begins
    const [text] = (page.split(`- **${rule}**`)[1] ?? '').split(/^(?:- \*\*|#)/m)
    return !text.includes(decision)
  })
  expect(unlinked).toEqual([])
  expect(changed.length).toBeGreaterThan(30)
})

test('nothing cites a document that is not in the repository', () => {
  expect(found.dead).toEqual([])
})

test('the rules that no test cites are listed by page', () => {
  const rules = ['product/fare-1', 'product/fare-2', 'product/fare-3', 'product/fare-5', 'design/money-1']
  const cited = [
    { rule: 'product/fare-3', at: 'a.test.ts:1', test: true },
    { rule: 'product/fare-1', at: 'a.ts:1', test: false },
    { rule: 'design/money-1', at: 'b.test.ts:1', test: true },
  ]
  expect(uncited({ rules, cited })).toEqual(['docs/product/fare.md: 3 of 4 (1, 2, 5)'])
})
