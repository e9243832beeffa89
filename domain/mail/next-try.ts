/** What a provider answered. `unreachable`: the provider was not reached, or its answer is not about this mail. */
export type SendOutcome =
  /** `ref`: the provider's id of what it accepted */
  | { readonly kind: 'accepted'; readonly ref: string }
  | { readonly kind: 'refused'; readonly permanent: boolean; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }

export interface RetryPlan {
  /** pauses in minutes after the first refusal, the second, …; refused once more, it has failed */
  readonly retryMinutes: readonly number[]
  /** longest pause while the provider does not answer */
  readonly silentMinutes: number
}

/**
 * When a mail that was not accepted is tried again (ms since 1970); null: it has failed. Only refusals count as tries:
 * while the provider does not answer, the pause is a quarter of the mail's age, at least 15 s [design/mail-5].
 */
export const nextTry = (
  { retryMinutes, silentMinutes }: RetryPlan,
  outcome: Exclude<SendOutcome, { kind: 'accepted' }>,
  { tries, queuedAt, now }: { readonly tries: number; readonly queuedAt: number; readonly now: number },
): number | null => {
  if (outcome.kind === 'unreachable')
    return now + Math.min(Math.max((now - queuedAt) / 4, 15_000), silentMinutes * 60_000)
  const pause = outcome.permanent ? undefined : retryMinutes[tries]
  return pause === undefined ? null : now + pause * 60_000
}
