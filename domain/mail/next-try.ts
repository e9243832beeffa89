import type { Channel } from './mail-templates.ts'

/**
 * What a provider answered. `unreachable`: the provider was not reached, or its answer is not about this mail.
 * `unanswered`: it got the whole message and did not answer, so the message may have been sent.
 */
export type SendOutcome =
  /** `ref`: the provider's id of what it accepted */
  | { readonly kind: 'accepted'; readonly ref: string }
  | { readonly kind: 'refused'; readonly permanent: boolean; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'unanswered'; readonly detail: string }

export interface RetryPlan {
  /** pauses in minutes after the first counted try, the second, …; after one more it has failed */
  readonly retryMinutes: readonly number[]
  /** longest pause while the provider does not answer */
  readonly silentMinutes: number
}

/**
 * When a mail that was not accepted is tried again (ms since 1970); null: it has failed. What the provider refused or
 * did not answer counts as a try. While it is not reached, the pause is a quarter of the mail's age, at least 15 s
 * [design/mail-5]. An SMS without an answer is sent once more at most [design/mail-41].
 */
export const nextTry = (
  { retryMinutes, silentMinutes }: RetryPlan,
  outcome: Exclude<SendOutcome, { kind: 'accepted' }>,
  {
    channel,
    tries,
    queuedAt,
    now,
  }: { readonly channel: Channel; readonly tries: number; readonly queuedAt: number; readonly now: number },
): number | null => {
  if (outcome.kind === 'unreachable')
    return now + Math.min(Math.max((now - queuedAt) / 4, 15_000), silentMinutes * 60_000)
  const isFinal = outcome.kind === 'refused' ? outcome.permanent : channel === 'sms' && tries > 0
  const pause = isFinal ? undefined : retryMinutes[tries]
  return pause === undefined ? null : now + pause * 60_000
}
