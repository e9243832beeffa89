import type { z } from 'zod'
import { MapsError } from '../maps-provider.ts'

/**
 * The answer in the documented shape. Google leaves empty fields out, so that "nothing found" is `{}`; an answer that
 * has other fields but not `field` is refused. @throws MapsError UPSTREAM naming what is wrong
 */
export const readAnswer = <T>(shape: z.ZodType<T>, answer: unknown, field?: string): T => {
  const read = shape.safeParse(answer)
  const foreign =
    field !== undefined && typeof answer === 'object' && answer !== null && !(field in answer) && !isEmpty(answer)
  if (read.success && !foreign) return read.data
  const issue = read.error?.issues[0]
  throw new MapsError(
    'UPSTREAM',
    `Google’s answer is not as documented: ${issue ? `${issue.path.join('.')} ${issue.message}` : `no ${field}`}`,
  )
}

const isEmpty = (answer: object): boolean => Object.keys(answer).length === 0
