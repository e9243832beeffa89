/** The message from `startCalls` to this process. */
export interface CallMessage {
  readonly id: number
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The reply to `startCalls`; `ms` from sending the call until its last byte arrived. */
export type ReplyMessage = { readonly id: number } & (
  { readonly status: number; readonly ms: number; readonly text: string } | { readonly error: string }
)

const callMs = 15_000

const make = async ({ id, url, ...init }: CallMessage): Promise<ReplyMessage> => {
  const began = performance.now()
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(callMs) })
    const text = await answer.text()
    return { id, status: answer.status, ms: performance.now() - began, text }
  } catch (error) {
    return { id, error: String(error) }
  }
}

process.on('message', (call: CallMessage) => {
  void make(call).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.exit())
