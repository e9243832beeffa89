const began = Date.now()

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

export const say = (text) => process.stdout.write(`${text}\n`)

/** The end, in one line that names the way out. */
export const giveUp = (message) => {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

/** Says what is being done, and how long it took when that was noticeable. */
export const step = async (text, work) => {
  const since = Date.now()
  say(`· ${text}`)
  const result = await work()
  if (Date.now() - since > 1500) say(`  done in ${seconds(since)}`)
  return result
}

export const total = () => seconds(began)
