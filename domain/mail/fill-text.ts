import { cleanLine } from '../kit/clean-text.ts'
import { dateFormat } from '../kit/kept-formats.ts'
import { directionOf, fallbackLanguage } from '../texts/languages.ts'
import { templateNamed, type MailTemplate, type ParamKind } from './mail-templates.ts'

/** The language and formats of a mail or an SMS. */
export interface MailVoice {
  readonly appName: string
  /** origin without a trailing slash; all links begin with it */
  readonly publicUrl: string
  readonly texts: Readonly<Record<string, string>>
  /** code of the language of the texts */
  readonly language: string
  readonly dateLocale: string
  /** IANA zone of the operator */
  readonly timeZone: string
}

export type Values = Readonly<Record<string, string>>

/** Words of a person in a mail: one line, at most 300 characters [design/accounts-63]. */
const clean = (text: string): string => cleanLine(text).replace(/ {2,}/g, ' ').trim().slice(0, 300)

/**
 * The first name for a greeting; null if it could carry a message: anyone can register with another person's address,
 * and that person gets the mail [design/mail-12].
 */
export const greetingName = (firstName: string | null): string | null => {
  const name = clean(firstName ?? '')
  return /^[\p{L}\p{M}](?:[\p{L}\p{M}'’ -]|\u200C|\u200D){0,39}$/u.test(name) && !/https?|www/i.test(name) ? name : null
}

const shown = (value: string | number, kind: ParamKind, voice: MailVoice): string => {
  switch (kind) {
    case 'path':
    case 'secret-path':
      return `${voice.publicUrl}${value}`
    case 'day':
      return dateFormat(voice.dateLocale, { dateStyle: 'long', timeZone: voice.timeZone }).format(Number(value))
    case 'time':
      return dateFormat(voice.dateLocale, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: voice.timeZone,
      }).format(Number(value))
    case 'count':
      return new Intl.NumberFormat(voice.dateLocale).format(Number(value))
    case 'code':
    case 'text':
      return clean(String(value))
  }
}

/** The values of the placeholders of a template, `app` and the validity in minutes, hours and days included. */
export const valuesOf = (
  template: MailTemplate,
  params: Readonly<Record<string, string | number>>,
  voice: MailVoice,
): Values => {
  const number = new Intl.NumberFormat(voice.dateLocale)
  const valid = template.validMinutes
  return {
    app: clean(voice.appName),
    ...(valid === undefined
      ? {}
      : { minutes: number.format(valid), hours: number.format(valid / 60), days: number.format(valid / 1440) }),
    ...Object.fromEntries(
      Object.entries(template.params).flatMap(([name, kind]) => {
        const value = params[name]
        return value === undefined ? [] : [[name, shown(value, kind, voice)]]
      }),
    ),
  }
}

/** `as` says how a value is written: escaped in HTML, as it is in plain text. */
export const fill = (text: string, values: Values, as: (value: string) => string = (value) => value): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) =>
    as((Object.hasOwn(values, name) ? values[name] : undefined) ?? ''),
  )

/** The text of a key, in the plural form of `count` where the key has forms. Throws for a key without a text. */
export const textOf = ({ texts, language }: MailVoice, key: string, count?: string | number): string => {
  const form = count === undefined ? undefined : new Intl.PluralRules(language).select(Number(count))
  const found = (form === undefined ? undefined : (texts[`${key}_${form}`] ?? texts[`${key}_other`])) ?? texts[key]
  if (found === undefined) throw new Error(`no text ${key}`)
  return found
}

/** The template of a stored row; throws when this version does not have it. */
export const templateOf = (name: string): MailTemplate => {
  const template = templateNamed(name)
  if (template === undefined) throw new Error(`no template ${name}`)
  return template
}

export const directionIn = ({ language }: MailVoice): 'ltr' | 'rtl' => directionOf(language || fallbackLanguage.code)
