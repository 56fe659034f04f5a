import '../../../../apps/web/src/ui/styles/tokens.css';
import '../../../../apps/web/src/ui/styles/base.css';
import '../../../../apps/web/src/ui/styles/controls.css';
import '../../../../apps/web/src/ui/styles/marks.css';
import '../../../../apps/web/src/ui/styles/fields.css';
import '../../../../apps/web/src/ui/styles/overlays.css';
import '../../../../apps/web/src/ui/styles/blocks.css';
