// The styles of the Mantine parts on the first page, in the order they build on each other; those of all other common
// parts are in ui/mantine-parts.ts, which the screens beyond the first page import.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import './fonts.css'
import './theme.css'
