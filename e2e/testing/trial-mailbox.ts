/** The text of the newest mail or SMS to an address in the mailbox of the trial that has `wanted` in it. */
export const mailTo = async (base: string, address: string, wanted: RegExp = /./): Promise<string> => {
  for (let n = 0; n < 60; n++) {
    const answer = await fetch(`${base}/dev/mailbox?to=${encodeURIComponent(address)}`, {
      headers: { accept: 'application/json' },
    })
    const { rows } = (await answer.json()) as { rows: { text: string }[] }
    const text = rows[0]?.text ?? ''
    if (wanted.test(text)) return text
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`no such mail or SMS to ${address}`)
}

const sixDigits = /\b\d{6}\b/

/** The code in the newest mail or SMS to an address. */
export const codeTo = async (base: string, address: string): Promise<string> =>
  sixDigits.exec(await mailTo(base, address, sixDigits))?.[0] ?? ''
