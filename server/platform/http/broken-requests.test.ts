import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { makePlatform } from '../../testing/test-platform.ts'
import { endSlowBodies } from './broken-requests.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { acceptUploads, uploadReader } from './parse-input.ts'
import { limits } from '../runtime/limits.ts'
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

describe('bodies over slow connections', () => {
  const slow = fastify()
  let slowPort = 0
  const head = (path: string, type: string, headers = '') =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 3\r\n${headers}connection: close\r\n\r\n`
  /** A connection that has sent this; `answer` is what it receives until it is closed. */
  const open = async (bytes: string) => {
    const socket = connect(slowPort, '127.0.0.1')
    let said = ''
    socket.on('data', (part) => (said += part.toString('latin1')))
    const answer = new Promise<string>((done) => socket.on('error', () => undefined).on('close', () => done(said)))
    await new Promise<void>((done) => socket.write(bytes, () => done()))
    return { socket, answer }
  }

  beforeAll(async () => {
    slow.setErrorHandler((error: { status?: number; key?: string }, _request, reply) =>
      reply.status(error.status ?? 500).send(error.key),
    )
    endSlowBodies(slow, { requestSeconds: 0.2, uploadSilentSeconds: 0.8 })
    acceptUploads(slow)
    const read = uploadReader({ ...limits.files, readOfPerson: 2, readAtOnce: 8 })
    const upload = { types: ['image/jpeg'], mostBytes: 10 } as const
    slow.post('/json', () => 'read')
    slow.post('/picture', { config: { uploads: upload.types } }, async (request, reply) => {
      const { length } = await read(String(request.headers['x-person']), { upload }, request, reply)
      await sleep(900)
      return `${length} bytes`
    })
    await slow.listen({ port: 0, host: '127.0.0.1' })
    slowPort = (slow.server.address() as AddressInfo).port
  })
  afterAll(() => slow.close())

  it('one that does not arrive in time is answered 408; a picture only when nothing of it arrives [design/files-7]', async () => {
    const json = await open(`${head('/json', 'application/json')}12`)
    const silent = await open(`${head('/picture', 'image/jpeg', 'x-person: a\r\n')}12`)
    const picture = await open(`${head('/picture', 'image/jpeg', 'x-person: a\r\n')}1`)
    for (const part of ['2', '3']) {
      await sleep(500)
      picture.socket.write(part)
    }
    expect(await json.answer).toMatch(/^HTTP\/1.1 408 /)
    expect(await silent.answer).toMatch(/^HTTP\/1.1 408 /)
    expect(await picture.answer).toMatch(/^HTTP\/1.1 200 .*3 bytes$/s)
  })

  it('reads two uploads of a person and eight in all; a broken one frees its place [design/files-13]', async () => {
    const begin = (person: string) => open(`${head('/picture', 'image/jpeg', `x-person: ${person}\r\n`)}1`)
    const refusal = async (person: string) => {
      const { socket, answer } = await begin(person)
      const late = setTimeout(() => socket.destroy(), 200)
      const said = await answer
      clearTimeout(late)
      return /^HTTP\/1.1 503 .*busy_try_again$/s.test(said)
    }
    const open8 = []
    for (const person of ['a', 'a']) open8.push(await begin(person))
    expect(await refusal('a')).toBe(true)
    for (const person of ['b', 'b', 'c', 'c', 'd', 'd']) open8.push(await begin(person))
    expect(await refusal('e')).toBe(true)
    open8[0]!.socket.destroy()
    await open8[0]!.answer
    await sleep(50)
    expect(await refusal('e')).toBe(false)
    for (const { socket } of open8) socket.destroy()
  })
})

it('a request that the process makes to itself has no time limit', async () => {
  const own = fastify()
  endSlowBodies(own, { ...limits.http, requestSeconds: 0.05 })
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
