/** Messages from the server to the process that started it. */
export type ProgressMessage =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly ready: Ready }
  /** The process of the embedded database, which may still be starting. */
  | { readonly kind: 'database'; readonly pid: number }
  /** The embedded database ended and accepts connections again. */
  | { readonly kind: 'restarted' }
  /** A failpoint holds a call; only in crash tests. */
  | { readonly kind: 'held'; readonly at: string }
  /** The starter's failpoints are set; only in crash tests. */
  | { readonly kind: 'failpoints' }

export interface Ready {
  readonly url: string
  readonly publicUrl: string
  readonly dataDir: string
  readonly logFile: string | undefined
  /** The embedded database. */
  readonly databasePid: number | undefined
  /** Trial mode only. */
  readonly accounts: readonly { readonly label: string; readonly email: string; readonly password: string }[]
  /** Production without an admin: the link that sets it up. */
  readonly setUpUrl: string | undefined
  /** File of the trial fleet's accounts, trial mode only. */
  readonly fleetFile: string | undefined
}

/** Sends to the starter over IPC, else prints to standard output or error. */
export const report = (message: ProgressMessage): void => {
  if (process.send) process.send(message)
  else if (message.kind === 'failed') process.stderr.write(`${message.message}\n`)
  else if (message.kind === 'progress') process.stdout.write(`${message.text}\n`)
  else if (message.kind === 'ready') {
    const { publicUrl, setUpUrl } = message.ready
    process.stdout.write(`Remis runs at ${publicUrl}\n${setUpUrl === undefined ? '' : `Set it up at ${setUpUrl}\n`}`)
  }
}
