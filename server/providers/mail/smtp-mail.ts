import { connect, type Socket } from 'node:net'
import type { SendOutcome } from '@remis/domain/mail/next-try'
import { isMailAddress, type SmtpConfig } from '@remis/domain/mail/provider-config'
import { createTransport, type NodemailerError } from 'nodemailer'
import { within } from '../../platform/security/guarded-request.ts'
import {
  AddressRefused,
  connectError,
  connectingTo,
  outgoingAddresses,
  type OutgoingAddress,
} from '../../platform/security/outgoing-address.ts'
import type { MailProvider } from './mail-provider.ts'

export interface SmtpOptions {
  readonly config: SmtpConfig
  readonly password: string
  readonly senderName: string
  /** the host of the public address, for EHLO */
  readonly ownHost: string
  /** private networks in which the mail server may be */
  readonly networks: string | undefined
  readonly answerMs: number
  readonly sendMs: number
  /** a certificate authority beside the usual ones */
  readonly ca?: string
}

/** Answers that ask for a sign-in or refuse it (RFC 4954), whatever command they answer. */
const signInCodes = [530, 534, 535, 538]

/**
 * Temporary refusals name this mail; other 4xx are about the connection or the sign-in. A refusal of the sender (MAIL
 * FROM) would meet every mail, so it is a fault of the settings [design/mail-5].
 * Once the mail was handed over, an error without an answer leaves open whether it was taken [design/mail-41].
 */
const outcomeOf = (error: unknown, wasHandedOver: boolean): SendOutcome => {
  if (error instanceof AddressRefused) return { kind: 'unreachable', detail: error.message }
  const { code, command, responseCode, response, message, permanent } = error as NodemailerError
  if (wasHandedOver && responseCode === undefined)
    return { kind: 'unanswered', detail: `no answer to the message: ${message}` }
  const detail = response ?? message
  const aboutSender = command === 'MAIL FROM' || (responseCode !== undefined && signInCodes.includes(responseCode))
  const aboutMail = !aboutSender && (code === 'EENVELOPE' || code === 'EMESSAGE')
  if (aboutMail && responseCode !== undefined && responseCode !== 421)
    return { kind: 'refused', permanent: permanent === true, detail }
  // An address that no server can take is found before anything is sent.
  if (code === 'EENVELOPE' && responseCode === undefined) return { kind: 'refused', permanent: true, detail }
  return { kind: 'unreachable', detail }
}

/** nodemailer would resolve the host a second time, or know one address only. */
const connectTo = ({ host, port }: SmtpConfig, found: readonly OutgoingAddress[], ms: number): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = connect({ host, port, ...connectingTo(found) })
    const late = setTimeout(() => socket.destroy(new Error(`no connection within ${ms / 1000} s`)), ms)
    const failed = (error: Error) => {
      clearTimeout(late)
      fail(connectError(error))
    }
    socket.once('error', failed)
    socket.once('connect', () => {
      clearTimeout(late)
      socket.off('error', failed)
      done(socket)
    })
  })

/** Mail by SMTP, one connection for each mail. Without TLS only to a named private network [design/mail-21]. */
export const smtpMail = (options: SmtpOptions): MailProvider => {
  const { config, password, answerMs, sendMs } = options
  const open = async () => {
    const found = await outgoingAddresses(config.host, options.networks)
    const usable = config.security === 'none' ? found.filter(({ named }) => named) : found
    const [first] = usable
    if (first === undefined) throw new AddressRefused(`${config.host} is not in PROVIDER_NETWORKS, so it needs TLS`)
    return createTransport({
      host: first.address,
      port: config.port,
      getSocket: (_options, done) => {
        connectTo(config, usable, answerMs).then((connection) => done(null, { connection }), done)
      },
      secure: config.security === 'tls',
      requireTLS: config.security === 'starttls',
      ignoreTLS: config.security === 'none',
      name: options.ownHost,
      connectionTimeout: answerMs,
      greetingTimeout: answerMs,
      // The answer to the mail itself may take minutes (RFC 5321, 4.5.3.2.6) [design/mail-42].
      socketTimeout: sendMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      maxResponseSize: 64 * 1024,
      ...(config.user === '' ? {} : { auth: { user: config.user, pass: password } }),
      tls: {
        minVersion: 'TLSv1.2',
        // The certificate is for the name that the operator entered, also where an IP address is connected to.
        ...(/^[\d.]+$|:/.test(config.host) ? {} : { servername: config.host }),
        ...(options.ca === undefined ? {} : { ca: options.ca }),
      },
    })
  }
  const asked = async (
    work: (transport: Awaited<ReturnType<typeof open>>, signal: AbortSignal) => Promise<string>,
  ): Promise<SendOutcome> => {
    let wasHandedOver = false
    const signal = AbortSignal.timeout(sendMs)
    try {
      const transport = await open()
      // The server asks for the mail with its answer to DATA, and only then it is read to its end.
      transport.use('stream', ({ message }, done) => {
        message.processFunc((stream) => stream.once('end', () => (wasHandedOver = true)))
        done()
      })
      return { kind: 'accepted', ref: await work(transport, signal) }
    } catch (error) {
      const isLate = signal.aborted && [error, (error as Error).cause].includes(signal.reason)
      return outcomeOf(isLate ? new Error(`SMTP timed out after ${sendMs / 1000} s`) : error, wasHandedOver)
    }
  }
  return {
    name: 'smtp',
    send: ({ messageId, to, subject, text, html }) => {
      if (!isMailAddress(to)) return Promise.resolve({ kind: 'refused', permanent: true, detail: 'not an address' })
      return asked(async (transport, signal) => {
        const sent = await transport.sendMail({
          from: { name: options.senderName, address: config.from },
          to: { name: '', address: to },
          envelope: { from: config.from, to: [to] },
          messageId: `<${messageId}>`,
          subject,
          text,
          html,
          // No answers of holiday notes (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Ends the connection: a mail must not be taken after its row counts as not sent.
          signal,
        })
        return sent.response ?? ''
      })
    },
    check: () =>
      asked(async (transport, signal) => {
        await within(signal, transport.verify())
        return ''
      }),
  }
}
