import { expect, it } from 'vitest'
import pg from 'pg'
import { pipelined } from './pipeline.ts'

const later = <T>(value: T, ms: number) => new Promise<T>((done) => setTimeout(() => done(value), ms))
const failing = (error: Error, ms: number) => later(error, ms).then((one) => Promise.reject(one))
const aborted = () => Object.assign(new pg.DatabaseError('is aborted', 10, 'error'), { code: '25P02' })

it('answers in the order of the statements, values included', async () => {
  expect(await pipelined([later('a', 5), undefined, later(2, 1)])).toEqual(['a', undefined, 2])
})

it('rejects only when all are settled', async () => {
  let answered = false
  const slow = later(1, 20).then(() => (answered = true))
  await expect(pipelined([failing(new Error('first'), 1), slow])).rejects.toThrow('first')
  expect(answered).toBe(true)
})

it('rejects with the error that made the others fail', async () => {
  await expect(pipelined([failing(aborted(), 1), failing(new Error('cause'), 5)])).rejects.toThrow('cause')
  await expect(pipelined([failing(aborted(), 1)])).rejects.toThrow('is aborted')
})
