import { lazy, type ComponentType } from 'react'
import { withTexts, type TextPart } from '../i18n.ts'

/** A part that uses Mantine and is not on the first page; Mantine, the part and its texts load in parallel. */
export const withMantine = async <P extends object>(
  part: Promise<ComponentType<P>>,
  texts: readonly TextPart[] = [],
): Promise<ComponentType<P>> => {
  const loaded = Promise.all([import('./WithMantine.tsx'), part])
  const [{ WithMantine }, Part] = await withTexts(['messages', 'shared', ...texts], loaded)
  return (props: P) => (
    <WithMantine>
      <Part {...props} />
    </WithMantine>
  )
}

/** A part that is loaded when it is first drawn, with Mantine and the texts it shows. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>, texts?: readonly TextPart[]) =>
  lazy(async () => ({ default: await withMantine(load(), texts) }))
