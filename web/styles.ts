// Styles of every page; those of Mantine's parts load with the screens that use them (ui/mantine-parts.ts).
// first, because other parts override it
import '@mantine/core/styles/UnstyledButton.layer.css'
import './fonts/latin.css'
import './fonts/arabic.css'
import './theme.css'
