import { describe, expect, it } from 'vitest'
import {
  checkSms,
  checkSmtp,
  headersOf,
  isMailAddress,
  smsNeedsSecretAgain,
  smtpNeedsSecretAgain,
  type HttpSmsConfig,
  type SmtpConfig,
} from './provider-config.ts'

const smtp: SmtpConfig = {
  host: 'mail.example.org',
  port: 587,
  security: 'starttls',
  user: 'remis',
  from: 'office@example.org',
}
const http: HttpSmsConfig = {
  kind: 'http',
  url: 'https://sms.example.org/send',
  method: 'POST',
  headers: 'Content-Type: application/json',
  body: '{"to":"{{to}}","text":"{{text}}"}',
  success: 0,
}
const twilio = { kind: 'twilio', accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' } as const

describe('checkSmtp', () => {
  it.each([
    [{}, true, null],
    [{ host: '10.0.0.1' }, true, null],
    [{ user: '' }, false, null],
    [{}, false, 'secret'],
    [{ host: 'mail example' }, true, 'host'],
    [{ host: 'mail.example.org/x' }, true, 'host'],
    [{ port: 0 }, true, 'port'],
    [{ port: 587.5 }, true, 'port'],
    [{ from: 'office' }, true, 'from'],
    [{ from: 'office@example.org, thief@example.org' }, true, 'from'],
    [{ from: 'Office <office@example.org>' }, true, 'from'],
  ])('%j', (change, hasPassword, field) => {
    expect(checkSmtp({ ...smtp, ...change }, hasPassword)?.field ?? null).toBe(field)
  })
})

describe('checkSms [design/mail-22]', () => {
  it.each([
    [{}, null],
    [{ method: 'GET', url: 'https://sms.example.org/?to={{to}}&text={{text}}', body: '' }, null],
    [{ url: 'ftp://sms.example.org' }, 'url'],
    [{ url: 'https://{{to}}.example.org/' }, 'url'],
    [{ url: 'https://user@sms.example.org/' }, 'url'],
    [{ url: 'https://sms.example.org\\@evil.example/' }, 'url'],
    [{ headers: 'no header' }, 'headers'],
    [{ headers: 'Host: evil.example' }, 'headers'],
    [{ headers: 'Content-Length: 3' }, 'headers'],
    [{ body: '{"to":"{{to}}"}' }, 'body'],
    [{ method: 'GET' }, 'url'],
    [{ success: 302 }, 'success'],
  ] as const)('%j', (change, field) => {
    expect(checkSms({ ...http, ...change }, true)?.field ?? null).toBe(field)
  })

  it('knows the ids of Twilio', () => {
    expect(checkSms(twilio, true)).toBeNull()
    expect(checkSms({ ...twilio, from: `MG${'a'.repeat(32)}` }, true)).toBeNull()
    expect(checkSms(twilio, false)?.field).toBe('secret')
    expect(checkSms({ ...twilio, accountSid: 'AC1/../..' }, true)?.field).toBe('accountSid')
    expect(checkSms({ ...twilio, from: '099123456' }, true)?.field).toBe('from')
  })
})

it('asks for the secret again when it would go elsewhere [design/mail-20]', () => {
  expect(smtpNeedsSecretAgain(smtp, { ...smtp, from: 'other@example.org', user: 'other' })).toBe(false)
  for (const change of [{ host: 'evil.example' }, { port: 25 }, { security: 'none' }] as const)
    expect(smtpNeedsSecretAgain(smtp, { ...smtp, ...change })).toBe(true)
  expect(smsNeedsSecretAgain(http, { ...http, url: 'https://SMS.example.org/v2', body: 'x' })).toBe(false)
  for (const url of ['https://evil.example/send', 'http://sms.example.org/send', 'https://sms.example.org:8443/send'])
    expect(smsNeedsSecretAgain(http, { ...http, url })).toBe(true)
  expect(smsNeedsSecretAgain(twilio, http)).toBe(true)
  expect(smsNeedsSecretAgain(twilio, { ...twilio, from: '+15005550007' })).toBe(false)
})

it('reads headers line by line', () => {
  expect(headersOf('A: 1\r\n\nB:x:y\nbad line\n')).toEqual([
    ['A', '1'],
    ['B', 'x:y'],
  ])
})

it('tells one address from a list or a command', () => {
  expect(['a@example.org', 'a.b+c@localhost', 'ñ@correo.example', 'a@münchen.example'].every(isMailAddress)).toBe(true)
  for (const address of ['a', 'a@', '@b', 'a@b c', 'a@b,c@d', '<a@b>', 'a@b>\r\nRCPT TO:<c@d', '"a b"@c', 'a@b\u0000'])
    expect(isMailAddress(address), address).toBe(false)
})
