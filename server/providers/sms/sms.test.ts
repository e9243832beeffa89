import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import type { HttpSmsConfig } from '@remis/domain/mail/provider-config'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardedRequest, type GatewayRequest } from '../../platform/security/guarded-request.ts'
import { withAddresses } from '../../testing/mail/host-addresses.ts'
import { httpSms } from './http-sms.ts'
import { twilioSms } from './twilio-sms.ts'

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let origin: string
let received: Received[] = []
let reply: { status: number; body?: string; headers?: Record<string, string>; afterMs?: number } = { status: 200 }

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      })
      const { status, body = '', headers = {}, afterMs = 0 } = reply
      setTimeout(() => response.writeHead(status, headers).end(body), afterMs).unref()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  received = []
  reply = { status: 200 }
})

const sms = { id: '0192-abc', to: '+59899123456', text: '123456 is "your" code & more\nرمز' }
const json: Omit<HttpSmsConfig, 'url'> = {
  kind: 'http',
  method: 'POST',
  headers: 'Content-Type: application/json\nAuthorization: Bearer {{secret}}\nIdempotency-Key: {{id}}',
  body: '{"to": "{{to}}", "text": "{{text}}"}',
  success: 0,
}
const provider = (config: Partial<HttpSmsConfig> = {}, networks: string | null = 'loopback') =>
  httpSms({
    config: { ...json, url: `${origin}/send`, ...config },
    secret: 'key/1',
    send: guardedRequest(networks ?? undefined),
    answerMs: 1000,
  })

describe('SMS by the call of a gateway [design/mail-22]', () => {
  it('fills a JSON body, headers and the id of the message', async () => {
    expect(await provider().send(sms)).toEqual({ kind: 'accepted', ref: '' })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ method: 'POST', url: '/send' })
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer key/1', 'idempotency-key': sms.id })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ to: sms.to, text: sms.text })
  })

  it('fills an address, percent-encoded, and a form', async () => {
    await provider({ method: 'GET', url: `${origin}/send?n={{to}}&m={{text}}&k={{secret}}`, body: '' }).send(sms)
    const query = new URL(received[0]?.url ?? '', origin).searchParams
    expect([query.get('n'), query.get('m'), query.get('k')]).toEqual([sms.to, sms.text, 'key/1'])
    expect(received[0]).toMatchObject({ method: 'GET', body: '' })
    const headers = 'Content-Type: application/x-www-form-urlencoded'
    await provider({ headers, body: 'to={{to}}&text={{text}}' }).send({ ...sms, text: 'a&to=+1&b=%' })
    expect([...new URLSearchParams(received[1]?.body)]).toEqual([
      ['to', sms.to],
      ['text', 'a&to=+1&b=%'],
    ])
  })

  it('lets a text add neither a header nor a field', async () => {
    await provider({ headers: 'Content-Type: application/json\nX-Text: {{text}}' }).send({
      ...sms,
      text: 'a\r\nX-Evil: 1", "to": "+1',
    })
    expect(received[0]?.headers['x-evil']).toBeUndefined()
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ to: sms.to, text: 'a\r\nX-Evil: 1", "to": "+1' })
  })

  it.each([
    [429, { kind: 'refused', permanent: false }],
    [503, { kind: 'refused', permanent: false }],
    [400, { kind: 'refused', permanent: true }],
    [401, { kind: 'unreachable' }],
    [403, { kind: 'unreachable' }],
  ])('%i', async (status, outcome) => {
    reply = { status, body: 'why' }
    expect(await provider().send(sms)).toMatchObject({ ...outcome, detail: `${status} why` })
  })

  it('accepts only the status that the operator named', async () => {
    reply = { status: 202 }
    expect(await provider({ success: 202 }).send(sms)).toMatchObject({ kind: 'accepted' })
    expect(await provider({ success: 200 }).send(sms)).toMatchObject({ kind: 'refused', permanent: true })
  })

  it('follows no redirect', async () => {
    reply = { status: 307, headers: { location: `${origin}/elsewhere` } }
    expect(await provider().send(sms)).toMatchObject({ kind: 'unreachable' })
    expect(received.map(({ url }) => url)).toEqual(['/send'])
  })

  it('gives up a gateway that is slow', async () => {
    reply = { status: 200, afterMs: 20_000 }
    const began = Date.now()
    expect(await provider().send(sms)).toMatchObject({ kind: 'unanswered' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  it('reports unanswered only after the request was written [design/mail-41]', async () => {
    const cutting = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.destroy())
    })
    await new Promise<void>((done) => cutting.listen(0, '127.0.0.1', done))
    const { port } = cutting.address() as AddressInfo
    expect(await provider({ url: `http://127.0.0.1:${port}/send` }).send(sms)).toMatchObject({ kind: 'unanswered' })
    // The connection ends within the TLS handshake.
    expect(await provider({ url: `https://127.0.0.1:${port}/send` }).send(sms)).toMatchObject({ kind: 'unreachable' })
    cutting.close()
    expect(await provider({ url: `http://127.0.0.1:${port}/send` }).send(sms)).toMatchObject({ kind: 'unreachable' })
  })

  it('tries the next address of a host, and none when one is private [design/mail-21]', async () => {
    const { port } = server.address() as AddressInfo
    const url = `http://sms.example:${port}/send`
    const send = (...addresses: string[]) =>
      withAddresses('sms.example', addresses, async () => {
        outcome = await provider({ url }).send(sms)
      })
    let outcome: unknown
    const naming = (address: string) => ({
      kind: 'unreachable',
      detail: expect.stringContaining(address) as string,
    })
    await send('::1', '127.0.0.2', '127.0.0.1')
    expect(outcome).toMatchObject({ kind: 'accepted' })
    await send('::1', '127.0.0.2')
    expect(outcome).toMatchObject(naming('127.0.0.2'))
    await send('127.0.0.1', '10.0.0.1')
    expect(outcome).toMatchObject(naming('10.0.0.1'))
    expect(received).toHaveLength(1)
  })

  it('reads no more than it needs of a long answer', async () => {
    reply = { status: 400, body: 'x'.repeat(2_000_000) }
    const outcome = await provider().send(sms)
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect(JSON.stringify(outcome).length).toBeLessThan(500)
  })

  it('reaches no private address, however it is written [design/mail-21]', async () => {
    const { port } = new URL(origin)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '[::ffff:7f00:1]',
      '169.254.169.254',
      '10.0.0.7',
    ])
      expect(await provider({ url: `http://${host}:${port}/send` }, null).send(sms)).toMatchObject({
        kind: 'unreachable',
        detail: expect.stringContaining('private address') as string,
      })
    expect(await provider({ url: 'http://1.1.1.1/send' }).send(sms)).toMatchObject({
      kind: 'unreachable',
      detail: expect.stringContaining('needs https') as string,
    })
    expect(received).toEqual([])
  })
})

describe('SMS by Twilio [design/mail-23]', () => {
  const accountSid = `AC${'0'.repeat(32)}`
  const asked: GatewayRequest[] = []
  const twilio = (status: number, body: object, from = '+15005550006') =>
    twilioSms({
      config: { kind: 'twilio', accountSid, from },
      authToken: 'a token',
      answerMs: 1000,
      send: (request) => {
        asked.push(request)
        return Promise.resolve({ status, body: JSON.stringify(body) })
      },
    })

  it('posts the documented form and takes the message’s sid', async () => {
    expect(await twilio(201, { sid: 'SM1', status: 'queued' }).send(sms)).toEqual({ kind: 'accepted', ref: 'SM1' })
    expect(asked[0]).toMatchObject({
      url: `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`,
      method: 'POST',
    })
    expect(Buffer.from(asked[0]?.headers['authorization']?.slice(6) ?? '', 'base64').toString()).toBe(
      `${accountSid}:a token`,
    )
    expect(Object.fromEntries(new URLSearchParams(String(asked[0]?.body)))).toEqual({
      To: sms.to,
      From: '+15005550006',
      Body: sms.text,
    })
    await twilio(201, { sid: 'SM2' }, `MG${'1'.repeat(32)}`).send(sms)
    expect(new URLSearchParams(String(asked[1]?.body)).get('MessagingServiceSid')).toBe(`MG${'1'.repeat(32)}`)
  })

  it('tells a wrong number from a busy service and a refused sign-in', async () => {
    const error = (status: number, code: number, message: string) => twilio(status, { code, message, status }).send(sms)
    expect(await error(400, 21211, "The 'To' number is not valid")).toEqual({
      kind: 'refused',
      permanent: true,
      detail: "400 21211 The 'To' number is not valid",
    })
    expect(await error(429, 20429, 'Too Many Requests')).toMatchObject({ kind: 'refused', permanent: false })
    expect(await error(500, 20500, 'Internal')).toMatchObject({ kind: 'refused', permanent: false })
    expect(await error(401, 20003, 'Authenticate')).toMatchObject({ kind: 'unreachable' })
    expect(await twilio(200, {}).send(sms)).toMatchObject({ kind: 'refused', permanent: false })
  })
})
