import { dateFormat } from '@remis/domain/kit/kept-formats'
import { noticeValues } from '@remis/domain/notices/notice-words'
import { directionOf } from '@remis/domain/texts/languages'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { PageLanguage } from '../../platform/page/first-reply.ts'
import type { PersonalRow } from './parts/part.ts'
import type { OwnPart } from './personal-records.ts'

/** How values are written: the person's language, the operator's zone and currency. */
export interface Reading {
  readonly language: PageLanguage
  readonly timezone: string
  readonly currency: string
  readonly decimals: number
}

/** The text of a key with `{{name}}` filled in; the key where the language has none. */
const textOf = ({ language }: Reading, key: string, params: Readonly<Record<string, string | number>> = {}): string =>
  (language.texts[key as keyof typeof language.texts] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    String((Object.hasOwn(params, name) ? params[name] : undefined) ?? whole),
  )

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  // a place of a booking
  if (typeof value === 'object') return (value as { add?: string }).add ?? JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Writes the cells of one kind of value. */
const writers = (reading: Reading) => {
  const { dateLocale } = reading.language.view
  const time = dateFormat(dateLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: reading.timezone,
  })
  const money = new Intl.NumberFormat(dateLocale, {
    minimumFractionDigits: reading.decimals,
    maximumFractionDigits: Math.max(reading.decimals, 2),
  })
  const named = (prefix: string) => (value: unknown) => {
    const key = `${prefix}${plain(value)}`
    const text = textOf(reading, key)
    return text === key ? plain(value) : text
  }
  return {
    text: plain,
    status: named('status_'),
    type: named('data_type_'),
    event: named('data_event_'),
    document: named('document_'),
    time: (value: unknown) => (typeof value === 'number' ? time.format(value) : ''),
    money: (value: unknown) => (typeof value === 'number' ? `${money.format(value)} ${reading.currency}` : ''),
  }
}

/** The text of a notice or a quick reply instead of its key. */
const shownRow = (reading: Reading, part: OwnPart, row: PersonalRow): Readonly<Record<string, unknown>> => {
  if (part.name === 'messages') {
    const { type, message } = row as { type: string; message: string }
    return { ...row, message: type === 'quick' ? textOf(reading, message) : message }
  }
  if (part.name !== 'notices') return { ...row }
  const { message, params } = row as { message: string; params: Readonly<Record<string, string | number>> }
  const { dateLocale } = reading.language.view
  const number = new Intl.NumberFormat(dateLocale)
  const day = dateFormat(dateLocale, { dateStyle: 'medium', timeZone: reading.timezone })
  const moment = dateFormat(dateLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: reading.timezone,
  })
  const values = noticeValues(
    {
      money: writers(reading).money,
      number: (value) => number.format(value),
      day: (ms) => day.format(ms),
      moment: (ms) => moment.format(ms),
      text: (key) => textOf(reading, key),
    },
    params,
  )
  return { ...row, message: textOf(reading, message, values) }
}

const cellsOf = (reading: Reading, part: OwnPart) => {
  const write = writers(reading)
  const columns = Object.entries(part.columns)
  return (row: PersonalRow) => {
    const shown = shownRow(reading, part, row)
    return columns.map(([name, kind]) => escapeHtml(write[kind](shown[name])))
  }
}

const labelsOf = (reading: Reading, part: OwnPart): string[] =>
  Object.keys(part.columns).map((name) => escapeHtml(textOf(reading, `data_${name}`)))

/** A part of the page: its heading and table, row by row, so that a long list is never held twice. */
export const tableOf = (reading: Reading, part: OwnPart) => {
  const labels = labelsOf(reading, part)
  const cells = cellsOf(reading, part)
  const title = escapeHtml(textOf(reading, `data_part_${part.name}`))
  const cell = (text: string) => `<td dir="auto">${text}</td>`
  // An account is one row with many columns: easier to read from top to bottom.
  if (part.name === 'account')
    return {
      head: `<h2 id="${part.name}">${title}</h2><div><table><tbody>`,
      rows: (rows: readonly PersonalRow[]) =>
        rows
          .flatMap((one) =>
            cells(one).map((text, n) => (text === '' ? '' : `<tr><th>${labels[n]}</th>${cell(text)}</tr>`)),
          )
          .join(''),
      end: `</tbody></table></div>`,
    }
  return {
    head: `<h2 id="${part.name}">${title}</h2><div><table><thead><tr>${labels
      .map((label) => `<th>${label}</th>`)
      .join('')}</tr></thead><tbody>`,
    rows: (rows: readonly PersonalRow[]) => rows.map((one) => `<tr>${cells(one).map(cell).join('')}</tr>`).join(''),
    end: `</tbody></table></div>`,
  }
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1c1c1e;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}div{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:start;padding:.4rem .7rem;border-bottom:1px solid #d9d9de;vertical-align:top}
th{font-weight:600;white-space:nowrap}nav a{margin-inline-end:1rem}
@media(prefers-color-scheme:dark){body{color:#f2f2f4;background:#16161a}th,td{border-color:#3a3a40}a{color:#9db8ff}}`

/** The first lines of the page: language, direction, title and the list of its parts; no script, no foreign link. */
export const pageStart = (
  reading: Reading,
  {
    parts,
    at,
    photosLeftOut,
  }: { readonly parts: readonly OwnPart[]; readonly at: number; readonly photosLeftOut: number },
): string => {
  const { langLocale } = reading.language.view
  const title = escapeHtml(textOf(reading, 'data_title'))
  const made = escapeHtml(textOf(reading, 'data_made', { time: writers(reading).time(at) }))
  const leftOut =
    photosLeftOut === 0 ? '' : `<p>${escapeHtml(textOf(reading, 'data_photos_left_out', { count: photosLeftOut }))}</p>`
  const links = parts.map(({ name }) => `<a href="#${name}">${escapeHtml(textOf(reading, `data_part_${name}`))}</a>`)
  return `<!doctype html><html lang="${escapeHtml(langLocale)}" dir="${directionOf(langLocale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${made}</p>${leftOut}<nav>${links.join('')}</nav>`
}

export const pageEnd = '</body></html>'
