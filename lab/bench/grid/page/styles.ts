import '../../../../apps/web/src/ui/sheets.ts';
