import '../../ui/mantine-parts.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from './color-scheme.ts'
import { cssVariables, theme } from '../../theme.ts'

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Mantine's dialogs use a library that locks scrolling with a style tag and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce() })

/** Provider of Mantine; may be nested. The first page does not load it. */
export const WithMantine = ({ children }: { children: ReactNode }) => (
  <DirectionProvider>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // all variables are set at run time: the file with Mantine's defaults is larger than this code
      deduplicateCssVariables={false}
      forceColorScheme={useColorScheme()}
      getStyleNonce={nonce}
    >
      {children}
    </MantineProvider>
  </DirectionProvider>
)
