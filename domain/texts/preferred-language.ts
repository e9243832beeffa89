import { scriptOf } from './languages.ts'

/** Languages of an `Accept-Language` header, the most wanted first; those with `q=0` are refused. */
const askedFor = (accepts: string): string[] =>
  accepts
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [code = '', ...options] = part.trim().split(/\s*;\s*/)
      const quality = options.find((option) => option.startsWith('q='))
      return { code, weight: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ code, weight }) => code !== '' && code !== '*' && weight > 0 && weight <= 1)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ code }) => code)

const baseOf = (code: string): string => code.split('-')[0]?.toLowerCase() ?? ''

/**
 * The offered language that the browser wants most: the same code, else the same language in the same script (es-UY is
 * answered with es, zh-TW not with Simplified Chinese). Undefined: none is offered.
 */
export const preferredLanguage = (accepts: string, offered: readonly string[]): string | undefined => {
  for (const code of askedFor(accepts)) {
    const same = offered.find((one) => one.toLowerCase() === code.toLowerCase())
    const script = scriptOf(code)
    const found =
      same ?? offered.find((one) => script !== undefined && baseOf(one) === baseOf(code) && scriptOf(one) === script)
    if (found !== undefined) return found
  }
  return undefined
}
