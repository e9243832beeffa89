import { lazy, type ComponentType } from 'react'
import { withLaterTexts } from '../i18n.ts'

/** A part made with Mantine, and no part of the first page: all it needs comes over the network side by side. */
export const withMantine = async <P extends object>(part: Promise<ComponentType<P>>): Promise<ComponentType<P>> => {
  const [{ WithMantine }, Part] = await withLaterTexts(Promise.all([import('./WithMantine.tsx'), part]))
  return (props: P) => (
    <WithMantine>
      <Part {...props} />
    </WithMantine>
  )
}

/** A part that few see, or later: it stays out of the first page, and so does Mantine. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await withMantine(load()) }))
