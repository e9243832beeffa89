import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { EmulatedReply } from './vendor-emulator.ts'

/** The page of an emulated vendor: a form per button, posted to `path` and the button's name, and a way back. */
export const checkoutPage = (
  title: string,
  path: string,
  buttons: Readonly<Record<string, string>>,
  cancelUrl: string,
): EmulatedReply => ({
  status: 200,
  body: `<!doctype html><html lang="en"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1>
${Object.entries(buttons)
  .map(([name, text]) => `<form method="post" action="${path}/${name}"><button>${escapeHtml(text)}</button></form>`)
  .join('\n')}
<a href="${escapeHtml(cancelUrl)}">Back</a></html>`,
})
