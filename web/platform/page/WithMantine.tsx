import '../../ui/mantine-parts.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from './color-scheme.ts'
import { cssVariables, theme } from '../../theme.ts'

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Mantine's dialogs use a library that locks scrolling with a style tag and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce() })

/** Provider of Mantine; may be nested. The first page does not load it. */
export const WithMantine = ({ children }: { children: ReactNode }) => {
  const scheme = useColorScheme()
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        // all variables are set at run time: the file with Mantine's defaults is larger than this code
        deduplicateCssVariables={false}
        // A provider that mounts sets the default on the page first: another one would show as a flash.
        defaultColorScheme={scheme}
        forceColorScheme={scheme}
        getStyleNonce={nonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
