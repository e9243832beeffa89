import { describe, expect, it } from 'vitest'
import { languages } from '../texts/built-in-languages.ts'
import type { Texts } from '../texts/languages.ts'
import { fill, greetingName, type MailVoice } from './fill-text.ts'
import { hasSecret, isOwnPath, mailTemplates, type MailTemplate, type ParamKind } from './mail-templates.ts'
import { renderMail, renderSms } from './render-mail.ts'

const codes = languages.map(({ code }) => code)
const readTexts = async (code: string) => ((await import(`../texts/${code}/mail.json`)) as { default: Texts }).default
const texts = new Map(await Promise.all(codes.map(async (code) => [code, await readTexts(code)] as const)))

const voice = (language: string, appName = 'Remis'): MailVoice => ({
  appName,
  publicUrl: 'https://rides.example.com',
  texts: texts.get(language) ?? {},
  language,
  dateLocale: language === 'en' ? 'en-GB' : language,
  timeZone: 'America/Montevideo',
})

const day = Date.UTC(2026, 10, 29, 15)
const samples: Readonly<Record<ParamKind, string | number>> = {
  text: 'Driving licence',
  count: 7,
  day,
  time: day,
  path: '/drive',
  'secret-path': '/reset?token=abc&x=1',
  code: '482913',
}
const paramsOf = ({ params }: MailTemplate) =>
  Object.fromEntries(Object.entries(params).map(([name, kind]) => [name, samples[kind]]))

const everyTemplate = Object.entries(mailTemplates as Readonly<Record<string, MailTemplate>>)
const mails = everyTemplate.filter(([, { channel }]) => channel === 'mail')

describe('templates', () => {
  it('end the validity of every link with a token and of every code [design/mail-3]', () => {
    const endless = everyTemplate.filter(([, one]) => hasSecret(one) && one.validMinutes === undefined)
    expect(endless).toEqual([])
  })

  it.each(codes)('have all texts in %s and leave no placeholder open', (language) => {
    for (const [name, template] of everyTemplate) {
      const params = paramsOf(template)
      const texts =
        template.channel === 'sms'
          ? [renderSms(name, params, voice(language))]
          : Object.values(renderMail(name, params, 'Ana', voice(language)))
      for (const text of texts) {
        expect(text, name).not.toMatch(/\{\{|undefined|NaN/)
        expect(text.trim(), name).not.toBe('')
      }
    }
  })

  it('lead to the public address only, in text and HTML [design/mail-11]', () => {
    for (const [name, template] of mails) {
      const { text, html } = renderMail(name, paramsOf(template), 'Ana', voice('en'))
      const links = `${text} ${html}`.match(/(?:https?:)?\/\/[^\s"'<>]+/g) ?? []
      expect(links.filter((link) => !link.startsWith('https://rides.example.com/'))).toEqual([])
      expect(html).not.toMatch(/<(img|script|iframe|link|form)\b|url\(/)
    }
  })
})

describe('renderMail', () => {
  it('writes a code, a button and its address', () => {
    const params = { link: '/reset?token=abc&x=1', code: '482913' }
    const { subject, text, html } = renderMail('reset_password', params, 'Ana', voice('en'))
    expect(subject).toBe('Reset your Remis password')
    expect(text).toContain('for 30 minutes')
    expect(text).toContain('\n482913\n')
    expect(text).toContain('Choose a new password:\nhttps://rides.example.com/reset?token=abc&x=1\n')
    expect(html).toContain('href="https://rides.example.com/reset?token=abc&amp;x=1"')
    expect(html).toContain('<html lang="en" dir="ltr">')
  })

  it('turns to the right for right-to-left languages and keeps codes and addresses left-to-right', () => {
    const params = { link: '/reset?token=abc', code: '482913' }
    const { html } = renderMail('reset_password', params, 'Ana', voice('ar'))
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toMatch(/dir="ltr"[^>]*>482913</)
    expect(html).toMatch(/dir="ltr"[^>]*>https:/)
    expect(html).not.toContain('align="left"')
  })

  it('uses the plural form of the language and dates of its locale', () => {
    const params = (count: number) => ({ document: 'Licence', date: day, count, link: '/drive' })
    const text = (language: string, count: number) =>
      renderMail('document_expiring', params(count), null, voice(language)).text
    expect(text('en', 1)).toContain('Licence expires in 1 day, on 29 November 2026')
    expect(text('en', 30)).toContain('in 30 days')
    expect(text('ar', 1)).toContain('خلال يوم واحد')
    expect(text('ar', 30)).toContain('يومًا')
  })

  it('shows no markup, line breaks or direction marks of a person’s words [design/mail-12]', () => {
    const reason = '<img src=x onerror=alert(1)>\r\nBcc: thief@example.org\u202Etxt\u0000'
    const { text, html } = renderMail('driver_refused', { reason, link: '/drive' }, null, voice('en', 'A<b>\r\nX: y'))
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: thief@example.orgtxt')
    expect(html).not.toMatch(/<img|<b>|\u202E/)
    expect(text).not.toMatch(/\nBcc|\u202E|\nX:/)
    expect(
      renderMail('driver_refused', { reason, link: '/drive' }, null, voice('en', 'A\r\nX: y')).subject,
    ).not.toMatch(/[\r\n]/)
  })

  it('keeps the joiners of scripts and emoji in a person’s words [design/accounts-63]', () => {
    const reason = 'می\u200Cخواهم क्\u200Dष 👩\u200D🚒 \u200Bx'
    expect(renderMail('driver_refused', { reason, link: '/drive' }, null, voice('en')).text).toContain(
      'می\u200Cخواهم क्\u200Dष 👩\u200D🚒 x',
    )
  })

  it('greets by name, and by no name that could be a message', () => {
    expect(['Ana', 'Ana María', 'O’Neil', 'Jean-Luc', 'محمد', 'علی\u200Cرضا', '王'].map(greetingName)).toEqual([
      'Ana',
      'Ana María',
      'O’Neil',
      'Jean-Luc',
      'محمد',
      'علی\u200Cرضا',
      '王',
    ])
    for (const name of [
      'You won! Visit evil.example',
      'http://evil.example',
      'www evil com',
      'Call +59899123456',
      'a'.repeat(60),
      '',
      null,
    ])
      expect(greetingName(name), String(name)).toBeNull()
    expect(renderMail('driver_approved', { link: '/drive' }, 'evil.example', voice('en')).text).toMatch(/^Hello,\n/)
  })

  it('throws for a template or a text that does not exist', () => {
    expect(() => renderMail('of_an_older_version', {}, null, voice('en'))).toThrow('no template')
    expect(() => renderMail('constructor', {}, null, voice('en'))).toThrow('no template')
    expect(() => renderMail('test_mail', {}, null, { ...voice('en'), texts: {} })).toThrow('no text')
  })
})

it('replaces a placeholder such as {{constructor}} with an empty text', () => {
  expect(fill('Hi {{constructor}}{{name}}', { name: 'Ana' }, (value) => value.trim())).toBe('Hi Ana')
})

it('takes only paths of this app', () => {
  expect(['/', '/reset?token=a-b_c', '/drive#x'].every(isOwnPath)).toBe(true)
  expect(['', 'drive', '//evil', '/\\evil', 'https://evil', '/a b', '/a\nb', '/a\\b'].some(isOwnPath)).toBe(false)
})
