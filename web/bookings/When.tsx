import { useFormat } from '../platform/use-format.ts'
import { useNow } from '../platform/use-now.ts'

const day = 86_400_000

/** Relative time within a day, the date before and after; the exact moment on hover. */
export const When = ({ at }: { at: number }) => {
  const format = useFormat()
  const now = useNow(30_000)
  const exact = format.date(at, 'date-time')
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {Math.abs(now - at) < day ? format.ago(at, now) : exact}
    </time>
  )
}
