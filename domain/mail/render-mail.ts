import { escapeHtml } from '../texts/escape-html.ts'
import {
  directionIn,
  fill,
  greetingName,
  templateOf,
  textOf,
  valuesOf,
  type MailVoice,
  type Values,
} from './fill-text.ts'

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Params = Readonly<Record<string, string | number>>

interface Parts {
  readonly subject: string
  /** greeting and paragraphs, with placeholders */
  readonly lines: readonly string[]
  readonly code: string | undefined
  readonly button: { readonly label: string; readonly url: string } | undefined
  readonly note: string | undefined
  readonly values: Values
}

const partsOf = (name: string, params: Params, firstName: string | null, voice: MailVoice): Parts => {
  const template = templateOf(name)
  const person = greetingName(firstName)
  const values: Values = { ...valuesOf(template, params, voice), name: person ?? '' }
  const kindsOf = (...kinds: readonly string[]) =>
    Object.entries(template.params).find(([, kind]) => kinds.includes(kind))?.[0]
  const [link, code] = [kindsOf('path', 'secret-path'), kindsOf('code')]
  const key = `mail_${name}`
  return {
    subject: fill(textOf(voice, `${key}_subject`), values),
    lines: [
      textOf(voice, person === null ? 'mail_greeting_plain' : 'mail_greeting'),
      ...textOf(voice, `${key}_body`, params['count']).split('\n'),
    ],
    code: code === undefined ? undefined : values[code],
    button: link === undefined ? undefined : { label: textOf(voice, `${key}_button`), url: values[link] ?? '' },
    note: template.note ? textOf(voice, `${key}_note`) : undefined,
    values,
  }
}

/**
 * Subject, plain text and HTML of a mail. Parameters are escaped, links lead to the public address only. Throws where a
 * text or the template is missing.
 */
export const renderMail = (name: string, params: Params, firstName: string | null, voice: MailVoice): RenderedMail => {
  const parts = partsOf(name, params, firstName, voice)
  return { subject: parts.subject, text: plainText(parts, voice), html: html(parts, voice) }
}

/** The text of an SMS. */
export const renderSms = (name: string, params: Params, voice: MailVoice): string =>
  fill(textOf(voice, `sms_${name}`), valuesOf(templateOf(name), params, voice))

const plainText = ({ lines, code, button, note, values }: Parts, voice: MailVoice): string =>
  [
    ...lines.map((line) => fill(line, values)),
    ...(code === undefined ? [] : [code]),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...(note === undefined ? [] : [fill(note, values)]),
    `-- \n${fill(textOf(voice, 'mail_footer'), values)}`,
  ].join('\n\n') + '\n'

/** A value keeps its own direction inside a sentence of the other one. */
const isolated = (value: string): string => `<bdi>${escapeHtml(value)}</bdi>`

const font = `font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif`

/** Clients that keep style elements follow the reader's colour scheme; the others show the light colours. */
const darkStyle = `@media (prefers-color-scheme: dark) {
.ground { background: #0e1420 !important } .card { background: #161d2b !important; border-color: #242e42 !important }
.text { color: #e8edf5 !important } .dim { color: #9aa8bf !important } .code { background: #1d2637 !important; color: #e8edf5 !important }
.button { background: #2bc79a !important } .button a { color: #0a0f19 !important; border-color: #2bc79a !important } .link { color: #4fd8b0 !important }
}`

/** Tables and inline styles, because mail programs know little else. */
const html = ({ subject, lines, code, button, note, values }: Parts, voice: MailVoice): string => {
  const direction = directionIn(voice)
  const align = direction === 'rtl' ? 'right' : 'left'
  const fillHtml = (line: string) => fill(escapeHtml(line), values, isolated)
  const row = (content: string, style = '') =>
    `<tr><td align="${align}" style="padding:0 32px 16px;${style}">${content}</td></tr>`
  const paragraph = (content: string) =>
    row(`<p class="text" style="margin:0;${font};font-size:16px;line-height:1.55;color:#10151c">${content}</p>`)
  const small = (content: string) =>
    `<p class="dim" style="margin:0;${font};font-size:13px;line-height:1.5;color:#55606f">${content}</p>`
  const codeBox = (digits: string) =>
    row(
      `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="code" align="center" style="padding:14px 16px;border-radius:8px;background:#eef2f5;color:#10151c;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;font-weight:700;letter-spacing:6px" dir="ltr">${escapeHtml(digits)}</td></tr></table>`,
    )
  const buttonBox = ({ label, url }: NonNullable<Parts['button']>) =>
    row(
      `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" bgcolor="#0b7a5b" style="border-radius:8px;background:#0b7a5b"><a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" style="display:inline-block;padding:13px 24px;border:1px solid #0b7a5b;border-radius:8px;${font};font-size:16px;font-weight:600;line-height:20px;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`,
      'padding-top:8px;',
    ) +
    row(
      small(
        `${escapeHtml(textOf(voice, 'mail_link_hint'))}<br><a class="link" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" dir="ltr" style="color:#0a6f53;word-break:break-all">${escapeHtml(url)}</a>`,
      ),
    )
  return `<!doctype html>
<html lang="${escapeHtml(voice.language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4f6f8">
<table role="presentation" class="ground" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe4ea;border-radius:12px">
${row(`<p class="text" style="margin:0;${font};font-size:15px;font-weight:700;line-height:1.4;color:#10151c">${escapeHtml(values['app'] ?? '')}</p>`, 'padding-top:28px;')}
${row(`<h1 class="text" style="margin:0;${font};font-size:22px;font-weight:700;line-height:1.3;color:#10151c">${escapeHtml(subject)}</h1>`)}
${lines.map((line) => paragraph(fillHtml(line))).join('\n')}
${code === undefined ? '' : codeBox(code)}
${button === undefined ? '' : buttonBox(button)}
${note === undefined ? '' : paragraph(fillHtml(note))}
<tr><td style="padding:0 0 12px"></td></tr>
</table>
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td align="${align}" style="padding:16px 32px 0">${small(fillHtml(textOf(voice, 'mail_footer')))}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
