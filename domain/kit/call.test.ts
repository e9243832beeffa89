import { expect, it } from 'vitest'
import { AppError } from '../messages/app-error.ts'
import { messages } from '../messages/english.ts'
import { makeCall } from './call.ts'
import type { Endpoint } from './endpoint.ts'

const endpoint = { method: 'GET', path: '/api/x', roles: ['anyone'] } as unknown as Endpoint

const keyOf = async (status: number, reply: unknown): Promise<string | undefined> => {
  const call = makeCall({
    base: '',
    token: () => undefined,
    newKey: () => 'k',
    fetch: () => Promise.resolve({ status, json: () => Promise.resolve(reply) }),
  })
  const failed: unknown = await call(endpoint, { params: undefined, query: undefined, body: undefined }).catch(
    (error: unknown) => error,
  )
  return failed instanceof AppError ? failed.key : undefined
}

it('rejects with the error of the server, and with Fetch Call Error when the network fails [places-8]', async () => {
  const failing = makeCall({
    base: '',
    token: () => undefined,
    newKey: () => 'k',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  const input = { params: undefined, query: undefined, body: undefined }
  await expect(failing(endpoint, input)).rejects.toMatchObject({ status: 503, key: 'fetch_call_error' })
  expect(messages.fetch_call_error).toBe('Fetch Call Error')
  expect(await keyOf(422, { error: 'Google is down', key: 'google_places_error' })).toBe('google_places_error')
})

it('reads the key of a refusal in both shapes, also an unknown one, and does not take a sentence for a key [messages-19]', async () => {
  expect(await keyOf(409, { error: { key: 'booking_taken' } })).toBe('booking_taken')
  expect(await keyOf(409, { error: { key: 'of_a_newer_server' } })).toBe('of_a_newer_server')
  // the shape of the host root's calls
  expect(await keyOf(400, { error: 'No Route Found', key: 'no_route_found' })).toBe('no_route_found')
  expect(await keyOf(400, { error: 'wrong_code' })).toBe('wrong_code')
  for (const reply of [{ error: 'Something went wrong' }, { error: { key: 7 } }, { error: {} }, {}, null, 'x'])
    expect(await keyOf(400, reply)).toBe('server_error')
})
