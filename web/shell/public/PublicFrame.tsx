import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import classes from './PublicFrame.module.css'
import { PublicHeader } from './PublicHeader.tsx'

/** Header and footer of the public screens; each starts with a dark picture under the header. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <PublicHeader />
    <main id="content" tabIndex={-1} className={classes.content}>
      {children}
    </main>
    <Footer />
  </div>
)
