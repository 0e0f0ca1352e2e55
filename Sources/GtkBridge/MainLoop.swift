import CStargazer
