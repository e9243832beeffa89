import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { localhostCertificate } from './localhost-certificate.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** was TLS on? */
  readonly secure: boolean
  readonly user: string | undefined
  /** the whole mail as it came */
  readonly source: string
  readonly parsed: Email
}

/** What the server answers to the next mails, one after the other; then it accepts. */
export type Answer =
  | { readonly at: 'mail' | 'rcpt' | 'data'; readonly code: number; readonly text: string }
  /** accepts after this time */
  | { readonly at: 'slow'; readonly ms: number }

export interface MailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  /** sign-ins that were tried */
  readonly signIns: string[]
  readonly answer: (...next: Answer[]) => void
  close(): Promise<void>
}

export interface MailServerOptions {
  readonly tls: 'tls' | 'starttls' | 'none'
  /** without it no sign-in is offered */
  readonly account?: { readonly user: string; readonly password: string }
  readonly port?: number
}

const readAll = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** A real SMTP server on 127.0.0.1. */
export const startMailServer = async ({ tls, account, port = 0 }: MailServerOptions): Promise<MailServer> => {
  const received: ReceivedMail[] = []
  const signIns: string[] = []
  const answers: Answer[] = []
  const refusal = (at: Answer['at']): Error | null => {
    const [next] = answers
    if (next === undefined || next.at !== at || next.at === 'slow') return null
    answers.shift()
    return Object.assign(new Error(next.text), { responseCode: next.code })
  }
  const options: SMTPServerOptions = {
    secure: tls === 'tls',
    ...localhostCertificate,
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(account === undefined ? ['AUTH'] : [])],
    authOptional: account === undefined,
    allowInsecureAuth: tls === 'none',
    closeTimeout: 100,
    onAuth: (auth, _session, done) => {
      signIns.push(String(auth.username))
      if (auth.username === account?.user && auth.password === account?.password) done(null, { user: auth.username })
      else done(Object.assign(new Error('Bad credentials'), { responseCode: 535 }))
    },
    onMailFrom: (_address, _session, done) => done(refusal('mail')),
    onRcptTo: (_address, _session, done) => done(refusal('rcpt')),
    onData: (stream, session, done) => {
      const take = async () => {
        const source = await readAll(stream)
        const [next] = answers
        if (next?.at === 'slow') {
          answers.shift()
          await new Promise((over) => setTimeout(over, next.ms).unref())
        }
        const refused = refusal('data')
        if (refused !== null) return done(refused)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
          source,
          parsed: await PostalMime.parse(source),
        })
        done()
      }
      void take()
    },
  }
  const server = new SMTPServer(options)
  // Clients of these tests cut connections.
  server.on('error', () => undefined)
  const listening = await new Promise<number>((done) => {
    const http = server.listen(port, '127.0.0.1', () => done((http.address() as AddressInfo).port))
  })
  return {
    port: listening,
    received,
    signIns,
    answer: (...next) => void answers.push(...next),
    close: () => new Promise((done) => server.close(() => done())),
  }
}
