import type { ComponentType } from 'react'
import classes from './StateChip.module.css'

export type Tone = 'wait' | 'move' | 'good' | 'quiet' | 'bad'

interface Props {
  readonly tone: Tone
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  readonly label: string
}

/** A state with colour, icon and text; never colour alone. */
export const StateChip = ({ tone, icon: Icon, label }: Props) => (
  <span className={classes.chip} data-tone={tone}>
    <Icon size={14} stroke={2} aria-hidden="true" />
    {label}
  </span>
)
