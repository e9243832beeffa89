import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { makePlatform } from '../../testing/test-platform.ts'
import { endSlowBodies } from './broken-requests.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { fastify } from 'fastify'

const database = await databaseFor(import.meta.url)
let server: HttpServer
let port = 0

beforeAll(async () => {
  server = await createHttpServer(makePlatform(database), [], {})
  port = (await server.listen()).port
})
afterAll(() => server.drain())

/** The bytes the server answers until it closes the connection. */
const exchange = (bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(3000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (part) => (said += part.toString('latin1')))
    socket.on('end', () => done(said))
    socket.on('error', fail)
  })

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`

describe('requests that reach no route are answered like every error', () => {
  it.each([
    ['an address that cannot be decoded', get('/api/%zz'), 400],
    ['bytes that are not HTTP', 'BREW / HTCPCP/1.0\r\n\r\n', 400],
    ['a header with a NUL', get('/health', 'x: a\0b\r\n'), 400],
    ['oversized headers', get('/health', `x: ${'y'.repeat(20_000)}\r\n`), 431],
    ['two lengths', get('/health', 'content-length: 1\r\ncontent-length: 2\r\n'), 400],
  ])('%s', async (_, bytes, status) => {
    const received = await exchange(bytes)
    const [head = '', body = ''] = received.split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id'])
      expect(head).toContain(`${name}: `)
    expect(JSON.parse(body)).toMatchObject({ error: { key: 'invalid_input' } })
  })

  it('an unknown expectation is ignored', async () => {
    const received = await exchange(get('/health', 'expect: a-miracle\r\n'))
    expect(received).toMatch(/^HTTP\/1.1 200 /)
    expect(received).toContain('content-security-policy: ')
  })
})

it('a body that does not arrive in time is answered 408; one of a picture may take longer', async () => {
  const slow = fastify()
  endSlowBodies(slow, 0.2)
  slow.post('/json', () => 'read')
  slow.addContentTypeParser('image/jpeg', (_request, payload, done) => {
    payload.resume().on('end', () => done(null, undefined))
  })
  slow.post('/picture', { config: { uploads: ['image/jpeg'] } }, () => 'read')
  await slow.listen({ port: 0, host: '127.0.0.1' })
  const { port: slowPort } = slow.server.address() as AddressInfo
  const send = (path: string, type: string) =>
    new Promise<string>((done, fail) => {
      let said = ''
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 3\r\nconnection: close\r\n\r\n`
      const socket = connect(slowPort, '127.0.0.1', () => socket.write(`${head}12`))
      setTimeout(() => socket.writable && socket.write('3'), 700)
      socket.on('data', (part) => (said += part.toString('latin1')))
      socket.on('close', () => done(said))
      socket.on('error', fail)
    })
  const [json, picture] = await Promise.all([send('/json', 'application/json'), send('/picture', 'image/jpeg')])
  expect(json).toMatch(/^HTTP\/1.1 408 /)
  expect(picture).toMatch(/^HTTP\/1.1 200 .*read$/s)
  await slow.close()
})

it('a request that the process makes to itself has no time limit', async () => {
  const own = fastify()
  endSlowBodies(own, 0.05)
  own.post('/json', async () => {
    await sleep(150)
    return 'read'
  })
  const broken = vi.fn()
  await own.ready()
  own.server.on('clientError', broken)
  const sent = { method: 'POST', url: '/json', payload: { a: 1 } } as const
  expect((await own.inject(sent)).body).toBe('read')
  await sleep(100)
  expect(broken).not.toHaveBeenCalled()
  await own.close()
})
