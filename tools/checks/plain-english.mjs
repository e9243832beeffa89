import { filesBelow, isCode, isPage, proseOf, readSource } from './prose.mjs'
import { print } from '../terminal.mjs'

/**
 * Counts stilted phrases in comments, test titles and pages, per 1,000 words and workspace. Fails above the limit in
 * any workspace and at each phrase of the list that is never right.
 */
export const LIMIT = 1

const SUBJECT_VERBS =
  'is|was|has|had|comes|came|asks|asked|waits|sees|books|accepts|gets|may|does|did|knows|looks|paid|pays|drives'

/** Right in some place, wrong as a habit. */
const COUNTED = [
  'by itself',
  'of (?:its|their) own',
  'so (?:long|many)',
  'stands?(?!-in)',
  'told',
  'hears?',
  'heard',
  'whose',
  'goes along',
  'nobody',
  'somebody',
  'comes? too',
  'had the',
  `who (?:${SUBJECT_VERBS})`,
  "anyone's",
  'whoever',
  'any longer',
  'the own',
]

/** Never right in this project. */
const FORBIDDEN = [
  'anew',
  'shall',
  'whom',
  'be had',
  'go along',
  'went along',
  'ever other',
  'as they come',
  'is told so',
  'hears so',
  'in the house',
]

/** Never right in what users and operators read: error texts, log lines, texts on screen. */
const FORBIDDEN_ON_SCREEN = ['nobody', 'somebody', 'told', ...FORBIDDEN]

const pattern = (phrases) => new RegExp(`\\b(?:${phrases.map((p) => p.replaceAll(' ', '\\s+')).join('|')})\\b`, 'gi')
const counted = pattern([...COUNTED, ...FORBIDDEN])
const forbidden = pattern(FORBIDDEN)
const forbiddenOnScreen = pattern(FORBIDDEN_ON_SCREEN)

export const countWords = (text) => text.split(/\s+/).filter((word) => /[A-Za-z]/.test(word)).length
export const findPhrases = (text) => [...text.matchAll(counted)].map(([phrase]) => phrase.replace(/\s+/g, ' '))
export const findForbidden = (text) => [...text.matchAll(forbidden)].map(([phrase]) => phrase.replace(/\s+/g, ' '))

export const findOnScreen = (text) =>
  [...text.matchAll(forbiddenOnScreen)].map(([phrase]) => phrase.replace(/\s+/g, ' '))

/** `server` for server/booking/x.ts, `docs` for pages, `root` for files beside the workspaces. */
export const workspaceOf = (file) => (isPage(file) ? 'docs' : file.includes('/') ? file.split('/')[0] : 'root')

/**
 * @param files `{ file, passages: [{ line, text }], shown }`, `shown` alike; answers one row per workspace and the
 * forbidden phrases.
 */
export const judge = (files) => {
  const rows = new Map()
  const never = []
  const places = []
  for (const { file, passages, shown = [] } of files) {
    const name = workspaceOf(file)
    const row = rows.get(name) ?? { words: 0, phrases: 0 }
    rows.set(name, row)
    for (const { line, text } of passages) {
      row.words += countWords(text)
      const found = findPhrases(text)
      row.phrases += found.length
      for (const phrase of found) places.push({ name, at: `${file}:${line}`, phrase })
      for (const phrase of findForbidden(text)) never.push(`${file}:${line}: ${phrase}`)
    }
    for (const { line, text } of shown)
      for (const phrase of findOnScreen(text)) never.push(`${file}:${line}: ${phrase}`)
  }
  const rates = [...rows].map(([name, { words, phrases }]) => ({
    name,
    words,
    phrases,
    rate: words === 0 ? 0 : (phrases / words) * 1000,
  }))
  return { rates, never, places }
}

/** Pages of results are generated; their generators are checked as code. */
const GENERATED = /^docs\/(PROOF|GUARDS)\.md$/
/** Lists the phrases it looks for. */
const ITSELF = /^tools\/checks\/plain-english\.(test\.)?mjs$/

/** The English texts on screen. */
const isEnglish = (file) => /^domain\/(texts|delivery-words)\/en[./].*json$/.test(file)
const linesOf = (text) => text.split('\n').map((line, index) => ({ line: index + 1, text: line }))

export const readProject = () =>
  filesBelow()
    .filter((file) => !GENERATED.test(file) && !ITSELF.test(file))
    .filter(
      (file) => isCode(file) || isEnglish(file) || (isPage(file) && (file.startsWith('docs/') || !file.includes('/'))),
    )
    .map((file) => {
      const text = readSource(file)
      if (isPage(file)) return { file, passages: linesOf(text) }
      if (isEnglish(file)) return { file, passages: [], shown: linesOf(text) }
      const { comments, titles, said } = proseOf(file, text)
      return { file, passages: [...comments, ...titles], shown: said }
    })

/** `npm run english [-- folder]`: with a folder, every place below it. */
const main = (folder) => {
  const { rates, never, places } = judge(readProject())
  if (folder !== undefined) for (const { at, phrase } of places) if (at.startsWith(folder)) print(`${at}: ${phrase}`)
  for (const { name, words, phrases, rate } of rates.toSorted((a, b) => b.rate - a.rate))
    print(`${name.padEnd(10)} ${rate.toFixed(1).padStart(5)} per 1,000 words (${phrases} in ${words})`)
  const above = rates.filter(({ rate }) => rate > LIMIT)
  for (const { name, rate } of above)
    print(`✗ ${name}: ${rate.toFixed(1)} stilted phrases per 1,000 words, at most ${LIMIT}`)
  for (const place of never) print(`✗ ${place}`)
  if (above.length > 0 || never.length > 0) {
    print('Rewrite them in plain words; `npm run english -- <folder>` lists the places below a folder.')
    process.exitCode = 1
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv[2])
