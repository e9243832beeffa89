import type { SendOutcome } from '@remis/domain/mail/next-try'
import { isMailAddress, type SmtpConfig } from '@remis/domain/mail/provider-config'
import { createTransport, type NodemailerError } from 'nodemailer'
import { AddressRefused, outgoingAddress } from '../../platform/security/outgoing-address.ts'
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

const within = async <T>(ms: number, work: Promise<T>, close: () => void): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => fail(new Error(`SMTP timed out after ${ms / 1000} s`)), ms)
    })
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    close()
  }
}

/** Mail by SMTP, one connection for each mail. Without TLS only to a named private network [design/mail-21]. */
export const smtpMail = (options: SmtpOptions): MailProvider => {
  const { config, password, answerMs, sendMs } = options
  const open = async () => {
    const { address, named } = await outgoingAddress(config.host, options.networks)
    if (config.security === 'none' && !named)
      throw new AddressRefused(`${config.host} is not in PROVIDER_NETWORKS, so it needs TLS`)
    return createTransport({
      host: address,
      port: config.port,
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
    work: (transport: Awaited<ReturnType<typeof open>>) => Promise<string>,
  ): Promise<SendOutcome> => {
    let wasHandedOver = false
    try {
      const transport = await open()
      // The server asks for the mail with its answer to DATA, and only then it is read to its end.
      transport.use('stream', ({ message }, done) => {
        message.processFunc((stream) => stream.once('end', () => (wasHandedOver = true)))
        done()
      })
      const ref = await within(sendMs, work(transport), () => transport.close())
      return { kind: 'accepted', ref }
    } catch (error) {
      return outcomeOf(error, wasHandedOver)
    }
  }
  return {
    name: 'smtp',
    send: ({ messageId, to, subject, text, html }) => {
      if (!isMailAddress(to)) return Promise.resolve({ kind: 'refused', permanent: true, detail: 'not an address' })
      return asked(async (transport) => {
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
        })
        return sent.response ?? ''
      })
    },
    check: () =>
      asked(async (transport) => {
        await transport.verify()
        return ''
      }),
  }
}
