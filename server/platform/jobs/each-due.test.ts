import { expect, it } from 'vitest'
import { eachDue } from './each-due.ts'

/** A list of what is due, where handled rows are due no longer, but for those that fail. */
const sweepOver = (ids: readonly string[], failing: readonly string[]) => {
  let due = ids.map((id) => ({ id }))
  const tried: string[] = []
  const list = (limit: number, except: readonly string[]) =>
    Promise.resolve(due.filter(({ id }) => !except.includes(id)).slice(0, limit))
  const handle = ({ id }: { readonly id: string }) => {
    tried.push(id)
    due = due.filter((row) => row.id !== id || failing.includes(id))
    return Promise.resolve()
  }
  return { tried, left: () => due.map(({ id }) => id), turn: () => eachDue(2, list, handle) }
}

it('reaches rows behind a page of rows that fail, and tries each once a turn', async () => {
  const { tried, left, turn } = sweepOver(['a', 'b', 'c', 'd', 'e'], ['a', 'b'])
  await turn()
  expect(tried).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(left()).toEqual(['a', 'b'])
  await turn()
  expect(tried.slice(5)).toEqual(['a', 'b'])
})

it('ends after some pages, however many rows fail', async () => {
  const ids = Array.from({ length: 100 }, (_, n) => String(n))
  const { tried, turn } = sweepOver(ids, ids)
  await turn()
  expect(tried).toEqual(ids.slice(0, 40))
})
