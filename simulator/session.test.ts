import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSession } from './session.ts'

type Answer = { status: number; body: unknown; destroy?: true }
interface Seen {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
  readonly key: string | undefined
}

let seen: Seen[]
let answers: Answer[]
let base: string
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const header = (name: string) => request.headers[name] as string | undefined
  seen.push({
    method: request.method ?? '',
    url: request.url ?? '',
    token: header('authorization'),
    key: header('idempotency-key'),
  })
  const answer = answers.shift() ?? { status: 200, body: {} }
  if (answer.destroy) return void request.socket.destroy()
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
beforeEach(async () => {
  seen = []
  answers = []
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const signedIn = (token: string): Answer => ({ status: 200, body: { token, user: { id: 'me' } } })
const refused = (status: number, key: string): Answer => ({ status, body: { error: { key, message: '' } } })
const open = () => openSession(base, { email: 'a@b.co', password: 'x' }, new AbortController().signal)
const arrive = { params: { id: '0000000000' }, body: {} }

it('signs in once for calls at the same time', async () => {
  answers = [signedIn('one')]
  const session = open()
  await Promise.all([session.enter(), session.enter(), session.call(accountsApi.current, {})])
  expect(seen.map(({ url }) => url)).toEqual(['/api/sessions', '/api/sessions/current'])
  expect(seen[1]?.token).toBe('Bearer one')
})

it('repeats a call after a cut connection and a busy server with the same key', async () => {
  answers = [signedIn('one'), { status: 0, body: null, destroy: true }, refused(503, 'busy_try_again')]
  await open().call(bookingsApi.arrive, arrive)
  const moves = seen.filter(({ url }) => url.endsWith('/arrive'))
  expect(moves).toHaveLength(3)
  expect(new Set(moves.map(({ key }) => key)).size).toBe(1)
  expect(moves[0]?.key).toBeTruthy()
})

it('signs in again when the session has ended and repeats the call with the same key', async () => {
  answers = [signedIn('one'), refused(401, 'not_logged_in'), signedIn('two')]
  await open().call(bookingsApi.arrive, arrive)
  expect(seen.map(({ url, token }) => [url, token])).toEqual([
    ['/api/sessions', undefined],
    ['/api/bookings/0000000000/arrive', 'Bearer one'],
    ['/api/sessions', undefined],
    ['/api/bookings/0000000000/arrive', 'Bearer two'],
  ])
  expect(seen[1]?.key).toBe(seen[3]?.key)
})

it('keeps a session that another call has just opened', async () => {
  answers = [signedIn('one')]
  const session = open()
  await session.enter()
  answers = [refused(401, 'not_logged_in'), refused(401, 'not_logged_in'), signedIn('two')]
  await Promise.all([session.call(accountsApi.current, {}), session.call(accountsApi.current, {})])
  expect(seen.filter(({ url }) => url === '/api/sessions')).toHaveLength(2)
  expect(session.token()).toBe('two')
})

it('throws a final refusal', async () => {
  answers = [signedIn('one'), refused(409, 'booking_taken')]
  await expect(open().call(bookingsApi.arrive, arrive)).rejects.toMatchObject({ key: 'booking_taken', status: 409 })
  answers = [refused(401, 'login_error')]
  await expect(open().enter()).rejects.toMatchObject({ key: 'login_error' })
})
