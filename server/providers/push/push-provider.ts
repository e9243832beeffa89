import type { WebSubscription } from '@remis/domain/push/push-api'
import type { UserPlatform } from '@remis/domain/push/platform'

/** Where a message goes: a browser's push service, or an app of the operator through Firebase. */
export type PushTarget =
  { readonly kind: 'web'; readonly subscription: WebSubscription } | { readonly kind: 'fcm'; readonly token: string }

export interface OutgoingPush {
  /** the same in every try: a device shows it once */
  readonly id: string
  readonly title: string
  readonly body: string
  /** path of the web app that it opens */
  readonly path: string
  /** the screen by the product's name, for apps; null: none */
  readonly screen: string | null
  readonly bookingId: string | null
  /** shown also while a page of the app is open */
  readonly always: boolean
  readonly urgent: boolean
  /** how long the push service keeps it for an offline device, s */
  readonly lifeSeconds: number
}

/** `gone`: the device no longer exists. `unreachable`: no answer, or one that does not concern this message. */
export type PushOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly permanent: boolean; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }

/** Where a message comes from, for the list of a trial. */
export interface PushContext {
  readonly person: string
  readonly platform: UserPlatform
}

/** A push message that a trial did not send. */
export interface TrialPush {
  readonly id: number
  readonly kind: string
  readonly platform: string
  readonly person: string
  readonly title: string
  readonly body: string
  readonly path: string
  /** what the service worker gets */
  readonly payload: string
  readonly at: number
}

/** The ways to send push messages. They answer and do not throw. */
export interface PushServices {
  /** of VAPID, base64url: browsers subscribe with it */
  readonly publicKey: string
  /** whether messages may be sent there: the address comes from a client */
  readonly accepts: (target: PushTarget) => Promise<boolean>
  readonly send: (target: PushTarget, push: OutgoingPush, context: PushContext) => Promise<PushOutcome>
  /** What a trial keeps instead of sending; null where nothing is kept. */
  readonly kept: { readonly list: () => Promise<readonly TrialPush[]> } | null
}

/** What the service worker (web/public/service-worker.js) gets. */
export const payloadOf = ({ id, title, body, path, always }: OutgoingPush): string =>
  JSON.stringify({ id, title, body, path, ...(always ? { always } : {}) })
