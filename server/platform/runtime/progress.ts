/** What the server tells whoever started it. */
export type ProgressMessage =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly ready: Ready }
  /** The embedded database was started again and is another process now. */
  | { readonly kind: 'database'; readonly pid: number }
  /** A failpoint has stopped somebody for good: crash tests alone see this. */
  | { readonly kind: 'held'; readonly at: string }

export interface Ready {
  readonly url: string
  readonly publicUrl: string
  readonly dataDir: string
  readonly logFile: string | undefined
  /** Of the embedded database: the starter ends it when the server is killed and cannot. */
  readonly databasePid: number | undefined
  /** Trial mode only. */
  readonly accounts: readonly { readonly label: string; readonly email: string; readonly password: string }[]
  /** File of the trial fleet's accounts, trial mode only. */
  readonly fleetFile: string | undefined
}

/** Through the channel to the starter, else as plain lines on standard output and error. */
export const tell = (message: ProgressMessage): void => {
  if (process.send) process.send(message)
  else if (message.kind === 'failed') process.stderr.write(`${message.message}\n`)
  else if (message.kind === 'progress') process.stdout.write(`${message.text}\n`)
  else if (message.kind === 'ready') process.stdout.write(`Remis runs at ${message.ready.publicUrl}\n`)
}
