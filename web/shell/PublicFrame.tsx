import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import classes from './PublicFrame.module.css'

/** Header and footer of the public screens; each begins with a dark picture that runs under the header. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <PublicHeader />
    <main id="content" tabIndex={-1} className={classes.content}>
      {children}
    </main>
    <Footer />
  </div>
)
