import { readFileSync } from 'node:fs'
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { StartError } from '../../platform/runtime/start-error.ts'
import type { OutgoingPush, PushOutcome } from './push-provider.ts'

/** The part of Google's service account file that is used. */
const serviceAccount = z.object({
  project_id: z.string().regex(/^[a-z0-9:.-]{3,100}$/),
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})
export type ServiceAccount = z.output<typeof serviceAccount>

/** Reads the file that Google gives an operator; throws a `StartError` that names the variable. */
export const readServiceAccount = (path: string): ServiceAccount => {
  try {
    return serviceAccount.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartError(
      `FCM_SERVICE_ACCOUNT_FILE is not a service account of Google: ${(error as Error).message.slice(0, 200)}`,
    )
  }
}

export interface FcmOptions {
  readonly account: ServiceAccount
  readonly fetch: typeof fetch
  readonly answerMs: number
  /** ms */
  readonly now: () => number
  readonly hosts: typeof fcmHosts
}

/** No other host is called. */
export const fcmHosts = { tokens: 'https://oauth2.googleapis.com/token', messages: 'https://fcm.googleapis.com' }

interface Refusal {
  readonly error?: { readonly status?: string; readonly details?: readonly { readonly errorCode?: string }[] }
}

const outcomeOf = async (reply: Response): Promise<PushOutcome> => {
  // Read on success too: an unread body keeps its connection open. The result depends on the status alone.
  const text = (await reply.text().catch(() => '')).slice(0, 5000)
  if (reply.ok) return { kind: 'accepted' }
  let refusal: Refusal = {}
  try {
    refusal = JSON.parse(text) as Refusal
  } catch {
    // not JSON: its status says enough
  }
  const codes = [refusal.error?.status, ...(refusal.error?.details ?? []).map(({ errorCode }) => errorCode)]
  if (codes.includes('UNREGISTERED')) return { kind: 'gone' }
  const detail = `${reply.status} ${text.slice(0, 200)}`
  // Our token or project is wrong, not this message.
  if (reply.status === 401 || reply.status === 403 || reply.status === 404) return { kind: 'unreachable', detail }
  return { kind: 'refused', permanent: reply.status !== 429 && reply.status < 500, detail }
}

/**
 * Sends by the HTTP v1 interface of Firebase Cloud Messaging to the operator's own apps. The access token is
 * requested with a signed assertion (RFC 7523) and reused for most of its hour.
 */
export const sendFcm = ({ account, fetch: ask, answerMs, now, hosts }: FcmOptions) => {
  let held: { readonly token: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined

  const newToken = async (): Promise<string> => {
    const key = await importPKCS8(account.private_key, 'RS256')
    const seconds = Math.floor(now() / 1000)
    const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/firebase.messaging' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(hosts.tokens)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(key)
    const reply = await ask(hosts.tokens, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    })
    if (!reply.ok) throw new Error(`no token: ${reply.status} ${(await reply.text()).slice(0, 200)}`)
    const { access_token: token, expires_in: lasts } = z
      .object({ access_token: z.string(), expires_in: z.number() })
      .parse(await reply.json())
    held = { token, until: now() + Math.max(0, lasts - 60) * 1000 }
    return token
  }
  const token = (): Promise<string> => {
    if (held !== undefined && held.until > now()) return Promise.resolve(held.token)
    asking ??= newToken().finally(() => (asking = undefined))
    return asking
  }

  return async (device: string, push: OutgoingPush): Promise<PushOutcome> => {
    const { id, title, body, path, screen, bookingId, urgent, lifeSeconds } = push
    const message = {
      token: device,
      notification: { title, body },
      data: { id, path, ...(screen === null ? {} : { screen }), ...(bookingId === null ? {} : { bookingId }) },
      android: { priority: urgent ? 'high' : 'normal', ttl: `${lifeSeconds}s`, notification: { tag: id } },
      apns: {
        headers: {
          'apns-priority': urgent ? '10' : '5',
          'apns-expiration': String(Math.floor(now() / 1000) + lifeSeconds),
          'apns-collapse-id': id,
        },
      },
    }
    try {
      const reply = await ask(`${hosts.messages}/v1/projects/${account.project_id}/messages:send`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
      })
      // ended early, for example because the key was replaced
      if (reply.status === 401) held = undefined
      return await outcomeOf(reply)
    } catch (error) {
      return { kind: 'unreachable', detail: error instanceof Error ? error.message : String(error) }
    }
  }
}
