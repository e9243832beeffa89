import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebSubscription } from '@remis/domain/push/push-api'

export interface ReceivedPush {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface PushService {
  readonly url: string
  readonly received: ReceivedPush[]
  /** Answers the next requests with these statuses, then 201 again. */
  answer(...statuses: number[]): void
  close(): Promise<void>
}

/** A push service of a browser on loopback (RFC 8030): takes what is posted. */
export const startPushService = async (): Promise<PushService> => {
  const received: ReceivedPush[] = []
  const statuses: number[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const status = statuses.shift() ?? 201
      if (status === 201)
        received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      reply.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (...next) => void statuses.push(...next),
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** A browser: its subscription, and its decryption of messages. */
export interface Receiver {
  readonly subscription: WebSubscription
  read(body: Buffer): unknown
}

/** Decrypts as RFC 8291 and RFC 8188 say, with nothing of the sender's library. */
export const newReceiver = (endpoint: string): Receiver => {
  const own = createECDH('prime256v1')
  const ownKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      keys: { p256dh: ownKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    read: (body) => {
      // salt 16, record size 4, length of the key id 1, the sender's key
      const salt = body.subarray(0, 16)
      const keyLength = body[20] ?? 0
      const senderKey = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const shared = own.computeSecret(senderKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey])
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // the last record ends with a 2 and padding
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8')) as unknown
    },
  }
}
