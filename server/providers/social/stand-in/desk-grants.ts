import { createHash, randomBytes } from 'node:crypto'
import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import { minuteMs } from '@remis/domain/kit/durations'
import type { DeskPerson } from './social-desk.ts'

export interface Grant {
  readonly provider: SocialName
  readonly person: Required<DeskPerson>
  readonly redirectUri: string
  readonly nonce: string
  readonly challenge: string
  readonly expiresAt: number
}

const codeMs = 10 * minuteMs
export const tokenSeconds = 3600
/** Grants and tokens that are kept at most. */
const most = 10_000

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
export const draw = () => randomBytes(24).toString('base64url')
export const hash = (text: string) => createHash('sha256').update(text)

export const keep = <T>(map: Map<string, T>, name: string, value: T): void => {
  const [oldest] = map.keys()
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
  map.set(name, value)
}

/** The codes that the dialogs gave and that are not used yet. */
export const openGrants = (now: () => number) => {
  const grants = new Map<string, Grant>()
  return {
    add: (grant: Omit<Grant, 'expiresAt'>): string => {
      const code = draw()
      keep(grants, code, { ...grant, expiresAt: now() + codeMs })
      return code
    },
    /** A code can be used once. */
    take: (provider: SocialName, form: URLSearchParams): Grant | undefined => {
      const code = form.get('code') ?? ''
      const grant = grants.get(code)
      grants.delete(code)
      if (grant?.provider !== provider || grant.expiresAt <= now()) return undefined
      if (form.get('redirect_uri') !== grant.redirectUri) return undefined
      const proof = hash(form.get('code_verifier') ?? '').digest('base64url')
      return grant.challenge === '' || proof === grant.challenge ? grant : undefined
    },
  }
}

export type Grants = ReturnType<typeof openGrants>
