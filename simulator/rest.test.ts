import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { AppError } from '@remis/domain/messages/app-error'
import { retry } from './retry.ts'
import { makeRest } from './rest.ts'

it('waits, wakes, stops, and leaves no listener on the signal', async () => {
  const stop = new AbortController()
  const rest = makeRest(stop.signal)
  await rest.for(1)
  const woken = rest.for(60_000)
  rest.wake()
  await woken
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  const stopped = rest.for(60_000)
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
  stop.abort()
  await stopped
  await rest.for(60_000)
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
})

it('retries while the server is unreachable or busy, not when it refuses', async () => {
  const stop = new AbortController()
  const rest = { for: () => Promise.resolve(), wake: () => undefined }
  const answers = [new AppError(503, 'fetch_call_error'), new AppError(429, 'too_many_requests'), 'done']
  const once = async () => {
    const answer = answers.shift()
    if (answer instanceof AppError) throw answer
    return answer
  }
  expect(await retry(once, rest, stop.signal)).toBe('done')

  let tries = 0
  const refused = () => {
    tries++
    return Promise.reject(new AppError(409, 'booking_taken'))
  }
  await expect(retry(refused, rest, stop.signal)).rejects.toMatchObject({ key: 'booking_taken' })
  expect(tries).toBe(1)
})

it('gives up on server_error after some retries, and at once when stopped', async () => {
  const rest = { for: () => Promise.resolve(), wake: () => undefined }
  let tries = 0
  const fault = () => {
    tries++
    return Promise.reject(new AppError(503, 'server_error'))
  }
  await expect(retry(fault, rest, new AbortController().signal)).rejects.toMatchObject({ key: 'server_error' })
  expect(tries).toBe(6)
  const away = () => Promise.reject(new AppError(503, 'fetch_call_error'))
  await expect(retry(away, rest, AbortSignal.abort())).rejects.toMatchObject({ key: 'fetch_call_error' })
})
