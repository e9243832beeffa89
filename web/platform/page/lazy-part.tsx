import { lazy, type ComponentType } from 'react'
import { withLaterTexts } from '../i18n.ts'

/** Wraps a lazily loaded part in Mantine; part, provider and texts load in parallel. */
export const withMantine = async <P extends object>(part: Promise<ComponentType<P>>): Promise<ComponentType<P>> => {
  const [{ WithMantine }, Part] = await withLaterTexts(Promise.all([import('./WithMantine.tsx'), part]))
  return (props: P) => (
    <WithMantine>
      <Part {...props} />
    </WithMantine>
  )
}

/** A lazily loaded part with Mantine, outside of the first page. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await withMantine(load()) }))
