const began = Date.now()

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

export const print = (text) => process.stdout.write(`${text}\n`)

/** Ends with exit code 1 and one line that names the remedy. */
export const giveUp = (message) => {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

/** The step that began last. */
let last = ''

/** Prints what is being done, and the duration if it was above 1.5 s. */
export const step = async (text, work) => {
  const since = Date.now()
  last = text
  print(`· ${text}`)
  const result = await work()
  if (Date.now() - since > 1500) print(`  done in ${seconds(since)}${last === text ? '' : `: ${text}`}`)
  return result
}

export const total = () => seconds(began)
