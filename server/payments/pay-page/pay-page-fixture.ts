import type { Attempt } from '../../providers/payments/payments-provider.ts'

const decoded = (html: string): string => html.replaceAll('&amp;', '&')

/** A pay page as a browser reads it. */
export const readPayPage = async (answer: Response) => {
  const html = await answer.text()
  const address = decoded(/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '')
  const model = /<script type="application\/json" id="model">([^<]*)</.exec(html)?.[1] ?? '{}'
  return {
    status: answer.status,
    html,
    policy: answer.headers.get('content-security-policy') ?? '',
    /** where the form is sent to */
    address,
    attempt: { id: new URL(address).pathname.split('/').at(-1) ?? '' } as Attempt,
    cancel: decoded(/<a href="([^"]+)"/.exec(html)?.[1] ?? ''),
    model: (JSON.parse(model) as { model: Record<string, unknown> }).model,
  }
}

/** Headers of a form from a page of this origin. */
export const formFrom = (origin: string) => ({ 'content-type': 'application/x-www-form-urlencoded', origin })

/** Sends the form of a pay page; follows no redirect. */
export const sendPayForm = (address: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: formFrom(new URL(address).origin),
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  })
