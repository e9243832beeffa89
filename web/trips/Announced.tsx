import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'

/** Announces a new state once, not every minute or age of a position that passes. */
export const Announced = ({ state, text }: { state: string; text: string }) => {
  const [announced, setAnnounced] = useState({ state, text: '' })
  if (announced.state !== state) setAnnounced({ state, text })
  return <VisuallyHidden aria-live="polite">{announced.text}</VisuallyHidden>
}
