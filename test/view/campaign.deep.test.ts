// The page of `usda view` at full size: a paste of 50 MB, hostile names in every panel, hundreds of edits

import "./campaign.test.ts";
