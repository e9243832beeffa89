import { createPublicKey } from 'node:crypto'
import type { WebSubscription } from '@remis/domain/push/push-api'
import webPush from 'web-push'
import type { SendRequest } from '../../platform/security/guarded-request.ts'
import { payloadOf, type OutgoingPush, type PushOutcome } from './push-provider.ts'
import type { VapidKeys } from './vapid-keys.ts'

export interface WebPushOptions {
  readonly keys: VapidKeys
  /** `https:` or `mailto:`, the contact for push services */
  readonly contact: string
  readonly send: SendRequest
  readonly answerMs: number
}

/** Whether the key of a subscription is a point on P-256; encryption fails for any other. */
export const isPoint = ({ keys }: WebSubscription): boolean => {
  const point = Buffer.from(keys.p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** What an answer of a push service means [RFC 8030]. */
const outcomeOf = (status: number, body: string): PushOutcome => {
  if (status >= 200 && status <= 299) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const detail = `${status} ${body.slice(0, 200)}`.trim()
  // Our signature or our clock is wrong, not this device, which is kept.
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { kind: 'unreachable', detail }
  return { kind: 'refused', permanent: status !== 429 && status !== 408 && status < 500, detail }
}

/** Encrypts for one browser (aes128gcm, RFC 8291) and hands over to its push service, signed with our key (VAPID). */
export const sendWebPush =
  ({ keys, contact, send, answerMs }: WebPushOptions) =>
  async ({ endpoint: address, keys: its }: WebSubscription, push: OutgoingPush): Promise<PushOutcome> => {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: address, keys: its },
      payloadOf(push),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: push.lifeSeconds,
        urgency: push.urgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      },
    )
    const sent = Object.entries(headers as Record<string, string | number>)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name.toLowerCase(), String(value)])
    try {
      const reply = await send(
        { url: endpoint, method: 'POST', headers: Object.fromEntries(sent) as Record<string, string>, body },
        answerMs,
      )
      return outcomeOf(reply.status, reply.body)
    } catch (error) {
      return { kind: 'unreachable', detail: error instanceof Error ? error.message : String(error) }
    }
  }
