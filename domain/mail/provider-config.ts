import type { Fault } from '../kit/check.ts'

/** How mail is sent. The password is kept apart and never shown. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, TLS by STARTTLS, or none, which only a named private network may have */
  readonly security: 'tls' | 'starttls' | 'none'
  /** empty: no sign-in */
  readonly user: string
  /** address of the sender; its name is that of the app */
  readonly from: string
}

/** SMS by a call of the operator's gateway. `{{to}}`, `{{text}}`, `{{id}}` and `{{secret}}` are filled in. */
export interface HttpSmsConfig {
  readonly kind: 'http'
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** one per line: `Name: value` */
  readonly headers: string
  readonly body: string
  /** 0: any from 200 to 299 */
  readonly success: number
}

export interface TwilioConfig {
  readonly kind: 'twilio'
  readonly accountSid: string
  /** a phone number in E.164, or the id of a messaging service */
  readonly from: string
}

export type SmsConfig = HttpSmsConfig | TwilioConfig

const isHost = (host: string): boolean =>
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(host) ||
  /^\[?[0-9a-f:]+\]?$/i.test(host)
/** One plain address and nothing that a header or an SMTP command could read as more than that. */
export const isMailAddress = (address: string): boolean =>
  address.length <= 254 && /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(address)

export const mostPort = 65_535

/** The first fault of a mail server's settings: host, port, sign-in, sender. `hasPassword`: given now or kept. */
export const checkSmtp = (config: SmtpConfig, hasPassword: boolean): Fault | null => {
  if (!isHost(config.host)) return { key: 'provider_host_wrong', field: 'host' }
  if (!Number.isInteger(config.port) || config.port < 1 || config.port > mostPort)
    return { key: 'provider_port_wrong', field: 'port' }
  if (config.user !== '' && !hasPassword) return { key: 'provider_secret_missing', field: 'secret' }
  return isMailAddress(config.from) ? null : { key: 'proper_email', field: 'from' }
}

const headerLine = /^[A-Za-z0-9-]+: ?[^\r\n]*$/

/** The headers of the setting by name. A line that is not a header is left out; `checkSms` refuses it before. */
export const headersOf = (lines: string): [string, string][] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => headerLine.test(line))
    .map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })

/** The fixed part of the address names the host: no parameter may choose where a code goes. */
const origin = /^https?:\/\/[a-z0-9.[\]:-]+(?=[/?#]|$)/i
const originOf = (url: string): string => origin.exec(url)?.[0].toLowerCase() ?? ''

const checkHttpSms = ({ url, headers, method, body, success }: HttpSmsConfig): Fault | null => {
  if (originOf(url) === '') return { key: 'provider_url_wrong', field: 'url' }
  const lines = headers.split('\n').filter((line) => line.trim() !== '')
  if (
    lines.some(
      (line) =>
        !headerLine.test(line.trim()) || /^(host|content-length|transfer-encoding|connection) *:/i.test(line.trim()),
    )
  )
    return { key: 'provider_headers_wrong', field: 'headers' }
  const sent = method === 'GET' ? url : url + body
  if (!sent.includes('{{to}}') || !sent.includes('{{text}}'))
    return { key: 'provider_parts_missing', field: method === 'GET' ? 'url' : 'body' }
  return success === 0 || (Number.isInteger(success) && success >= 200 && success <= 299)
    ? null
    : { key: 'provider_status_wrong', field: 'success' }
}

/** The first fault of an SMS gateway's settings. */
export const checkSms = (config: SmsConfig, hasSecret: boolean): Fault | null => {
  if (config.kind === 'http') return checkHttpSms(config)
  if (!/^AC[0-9a-f]{32}$/i.test(config.accountSid)) return { key: 'provider_account_wrong', field: 'accountSid' }
  if (!/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(config.from)) return { key: 'provider_from_wrong', field: 'from' }
  return hasSecret ? null : { key: 'provider_secret_missing', field: 'secret' }
}

/**
 * Whether the secret must be entered again: a changed destination could otherwise receive the stored one
 * [design/mail-20].
 */
export const smtpNeedsSecretAgain = (before: SmtpConfig, after: SmtpConfig): boolean =>
  before.host !== after.host || before.port !== after.port || before.security !== after.security

export const smsNeedsSecretAgain = (before: SmsConfig, after: SmsConfig): boolean => {
  if (before.kind !== after.kind) return true
  return before.kind === 'http' && after.kind === 'http' && originOf(before.url) !== originOf(after.url)
}
