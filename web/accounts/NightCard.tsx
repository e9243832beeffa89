import '../ui/mantine-parts.ts'
import type { ReactNode } from 'react'
import { NightHero } from '../ui/night/NightHero.tsx'
import classes from './NightCard.module.css'

/** A card in the middle of the screen, on the night picture. */
export const NightCard = ({ wide = false, children }: { wide?: boolean; children: ReactNode }) => (
  <NightHero size="screen">
    <div className={classes.place}>
      <div className={classes.card} data-wide={wide || undefined}>
        {children}
      </div>
    </div>
  </NightHero>
)
